package io.github.lockstarter.simulation.server;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * As much of Redis as the scripts need: hashes that live for a while, and messages. The
 * time is said with each script.
 */
final class LuaRedis {

	// Scripts do not change while the JVM runs.
	private static final Map<String, Prototype> COMPILED = new HashMap<>();

	private static final long EXACT = 1L << 53;

	private final Globals globals = JsePlatform.standardGlobals();

	private final Map<String, Hash> keys = new HashMap<>();

	private final Map<String, Text> texts = new HashMap<>();

	private final BiPredicate<String, String> publish;

	private final Predicate<String> listened;

	private long micros;

	/**
	 * Creates an empty one.
	 * @param publish sends a text on a channel; whether anybody listens
	 * @param listened whether anybody listens to a channel
	 */
	LuaRedis(BiPredicate<String, String> publish, Predicate<String> listened) {
		this.publish = publish;
		this.listened = listened;
		LuaTable redis = new LuaTable();
		redis.set("call", function(this::command));
		redis.set("pcall", function((arguments) -> {
			try {
				return command(arguments);
			}
			catch (LuaError ex) {
				LuaTable error = new LuaTable();
				error.set("err", ex.getMessage());
				return error;
			}
		}));
		redis.set("acl_check_cmd", function((arguments) -> LuaValue.TRUE));
		redis.set("REDIS_VERSION_NUM", LuaValue.valueOf(0x070000f));
		this.globals.set("redis", redis);
		// Redis has Lua 5.1, LuaJ 5.2
		this.globals.set("unpack", this.globals.get("table").get("unpack"));
		LuaValue format = this.globals.get("string").get("format");
		// LuaJ ignores the precision
		this.globals.get("string")
			.set("format", function((arguments) -> arguments.arg1().checkjstring().equals("%.0f")
					? LuaValue.valueOf(whole(arguments.arg(2).checkdouble())) : format.invoke(arguments).arg1()));
	}

	private static VarArgFunction function(Function<Varargs, LuaValue> body) {
		return new VarArgFunction() {

			@Override
			public Varargs invoke(Varargs arguments) {
				return body.apply(arguments);
			}

		};
	}

	private static String whole(double number) {
		return (Math.abs(number) < EXACT) ? Long.toString((long) Math.rint(number))
				: String.format(Locale.ROOT, "%.0f", number);
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		this.keys.clear();
		this.texts.clear();
	}

	/**
	 * What is under a key that is no hash.
	 * @param key the key
	 * @param time the time of the server, in microseconds
	 * @return the text, null without one
	 */
	@Nullable String get(String key, long time) {
		Text text = this.texts.get(key);
		return (text != null && text.expires > time / 1_000) ? text.value : null;
	}

	/**
	 * Writes what is no hash.
	 * @param key the key
	 * @param value the text
	 * @param millis for how long
	 * @param time the time of the server, in microseconds
	 */
	void set(String key, String value, long millis, long time) {
		this.texts.put(key, new Text(value, time / 1_000 + millis));
	}

	/**
	 * Runs a script.
	 * @param script its text
	 * @param names its keys
	 * @param arguments its arguments
	 * @param time the time of the server, in microseconds
	 * @return texts, numbers and null
	 */
	List<@Nullable Object> eval(String script, List<String> names, String[] arguments, long time) {
		this.micros = time;
		LuaTable keyTable = new LuaTable(names.size(), 0);
		for (int i = 0; i < names.size(); i++) {
			keyTable.set(i + 1, names.get(i));
		}
		LuaTable argumentTable = new LuaTable(arguments.length, 0);
		for (int i = 0; i < arguments.length; i++) {
			argumentTable.set(i + 1, arguments[i]);
		}
		this.globals.set("KEYS", keyTable);
		this.globals.set("ARGV", argumentTable);
		LuaValue result = new LuaClosure(COMPILED.computeIfAbsent(script, this::compile), this.globals).call();
		List<@Nullable Object> reply = new ArrayList<>();
		for (int i = 1; !result.get(i).isnil(); i++) {
			LuaValue value = result.get(i);
			// as Redis makes replies of what Lua returns: whole numbers, 1 for true, null
			// for false
			reply.add((value.type() == LuaValue.TNUMBER) ? (Object) value.tolong()
					: value.isboolean() ? (value.toboolean() ? (Object) 1L : null) : value.tojstring());
		}
		return reply;
	}

	private Prototype compile(String script) {
		try {
			return this.globals.compilePrototype(new StringReader(script), "script");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private long now() {
		return this.micros / 1_000;
	}

	private LuaValue command(Varargs arguments) {
		return switch (arguments.arg1().tojstring()) {
			case "TIME" -> {
				LuaTable time = new LuaTable();
				time.set(1, Long.toString(this.micros / 1_000_000));
				time.set(2, Long.toString(this.micros % 1_000_000));
				yield time;
			}
			case "GET" -> {
				String value = get(text(arguments.arg(2)), this.micros);
				yield (value != null) ? LuaValue.valueOf(value) : LuaValue.FALSE;
			}
			case "SET" -> {
				set(text(arguments.arg(2)), text(arguments.arg(3)), Long.parseLong(text(arguments.arg(5))),
						this.micros);
				yield LuaValue.valueOf("OK");
			}
			case "PUBSUB" -> {
				LuaTable numbers = new LuaTable();
				numbers.set(1, arguments.arg(3));
				numbers.set(2, LuaValue.valueOf(this.listened.test(text(arguments.arg(3))) ? 1 : 0));
				yield numbers;
			}
			case "PUBLISH" ->
				LuaValue.valueOf(this.publish.test(text(arguments.arg(2)), text(arguments.arg(3))) ? 1 : 0);
			default -> ofHash(arguments);
		};
	}

	private LuaValue ofHash(Varargs arguments) {
		String name = text(arguments.arg(2));
		Hash found = this.keys.get(name);
		if (found != null && found.expires > 0 && found.expires <= now()) {
			this.keys.remove(name);
			found = null;
		}
		Hash hash = found;
		return switch (arguments.arg1().tojstring()) {
			case "HGET" -> value(hash, arguments.arg(3));
			case "HMGET" -> {
				LuaTable values = new LuaTable(arguments.narg() - 2, 0);
				for (int i = 3; i <= arguments.narg(); i++) {
					values.set(i - 2, value(hash, arguments.arg(i)));
				}
				yield values;
			}
			case "HSET" -> {
				Hash written = this.keys.computeIfAbsent(name, (created) -> new Hash());
				for (int i = 3; i < arguments.narg(); i += 2) {
					written.fields.put(text(arguments.arg(i)), text(arguments.arg(i + 1)));
				}
				yield LuaValue.ONE;
			}
			case "HINCRBY" -> {
				Hash written = this.keys.computeIfAbsent(name, (created) -> new Hash());
				long sum = Long.parseLong(written.fields.getOrDefault(text(arguments.arg(3)), "0"))
						+ Long.parseLong(text(arguments.arg(4)));
				written.fields.put(text(arguments.arg(3)), Long.toString(sum));
				yield LuaValue.valueOf((double) sum);
			}
			case "HDEL" -> {
				for (int i = 3; hash != null && i <= arguments.narg(); i++) {
					hash.fields.remove(text(arguments.arg(i)));
				}
				if (hash != null && hash.fields.isEmpty()) {
					this.keys.remove(name);
				}
				yield LuaValue.ONE;
			}
			case "PTTL" -> LuaValue.valueOf((double) life(hash));
			case "PEXPIRE" -> LuaValue.valueOf(expire(hash, arguments) ? 1 : 0);
			default -> throw new LuaError("ERR unknown command '" + arguments.arg1() + "'");
		};
	}

	private long life(@Nullable Hash hash) {
		if (hash == null) {
			return -2;
		}
		return (hash.expires > 0) ? hash.expires - now() : -1;
	}

	private boolean expire(@Nullable Hash hash, Varargs arguments) {
		if (hash == null) {
			return false;
		}
		long end = now() + Long.parseLong(text(arguments.arg(3)));
		if (arguments.narg() > 3 && (hash.expires == 0 || end <= hash.expires)) {
			return false;
		}
		hash.expires = end;
		return true;
	}

	private static LuaValue value(@Nullable Hash hash, LuaValue field) {
		String value = (hash != null) ? hash.fields.get(text(field)) : null;
		return (value != null) ? LuaValue.valueOf(value) : LuaValue.FALSE;
	}

	/**
	 * As Redis spells a number that a script gives it.
	 */
	private static String text(LuaValue value) {
		return (value.type() == LuaValue.TNUMBER && !value.isint()) ? whole(value.todouble()) : value.tojstring();
	}

	/**
	 * A key.
	 */
	private static final class Hash {

		private final Map<String, String> fields = new HashMap<>();

		private long expires;

	}

	/**
	 * A key that is no hash.
	 */
	private record Text(String value, long expires) {

	}

}
