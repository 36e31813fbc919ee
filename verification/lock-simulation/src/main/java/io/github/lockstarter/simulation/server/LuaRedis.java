package io.github.lockstarter.simulation.server;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

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

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.server.Resp.Failure;
import io.github.lockstarter.simulation.server.Resp.Status;

/**
 * As much of Redis as the scripts need: its keys and messages, and a Lua that gives
 * commands. The time is said with each script.
 */
final class LuaRedis {

	// Scripts do not change while the JVM runs.
	private static final Map<String, Prototype> COMPILED = new HashMap<>();

	private final Globals globals = JsePlatform.standardGlobals();

	private final Keyspace keys;

	private String nodeId = "";

	/**
	 * Creates an empty one.
	 * @param publish sends a text on a channel; how many listen
	 * @param listeners how many listen to a channel
	 */
	LuaRedis(ToIntBiFunction<String, String> publish, ToIntFunction<String> listeners) {
		this.keys = new Keyspace(publish, listeners);
		LuaTable redis = new LuaTable();
		redis.set("call", function(this::command));
		redis.set("pcall", function((arguments) -> {
			try {
				return command(arguments);
			}
			catch (LuaError ex) {
				return table("err", RedisError.text(ex));
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
			.set("format",
					function((arguments) -> arguments.arg1().checkjstring().equals("%.0f")
							? LuaValue.valueOf(LuaNumber.whole(arguments.arg(2).checkdouble()))
							: format.invoke(arguments).arg1()));
	}

	private static VarArgFunction function(Function<Varargs, LuaValue> body) {
		return new VarArgFunction() {

			@Override
			public Varargs invoke(Varargs arguments) {
				return body.apply(arguments);
			}

		};
	}

	private static LuaTable table(String key, String value) {
		LuaTable table = new LuaTable();
		table.set(key, value);
		return table;
	}

	/**
	 * Belongs to a cluster, whose nodes tell scripts who they are: a seeded bug asks.
	 * @param id who it is there
	 */
	void join(String id) {
		this.nodeId = id;
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		this.keys.clear();
	}

	/**
	 * What is under some keys now.
	 * @param names the keys
	 * @return to give it to another one
	 */
	Consumer<LuaRedis> copyOf(Collection<String> names) {
		Consumer<Keyspace> copy = this.keys.copyOf(names);
		return (other) -> copy.accept(other.keys);
	}

	/**
	 * All keys there are.
	 * @return their names
	 */
	Set<String> names() {
		return this.keys.names();
	}

	void remove(String key) {
		this.keys.remove(key);
	}

	/**
	 * Whether the last script or command has written: what replicas have to hear of.
	 * @return whether it has
	 */
	boolean hasWritten() {
		return this.keys.hasWritten();
	}

	/**
	 * There is memory for writes, or there is none.
	 * @param none whether there is none
	 */
	void full(boolean none) {
		this.keys.full(none);
	}

	/**
	 * What is in it.
	 * @param clock the time of the server, in microseconds
	 * @return to look at it
	 */
	Keys keys(LongSupplier clock) {
		return new Keys() {

			@Override
			public long millis() {
				return clock.getAsLong() / 1_000;
			}

			@Override
			public List<String> names() {
				return LuaRedis.this.keys.hashes(millis());
			}

			@Override
			public @Nullable String[] fields(String key, String... names) {
				Entry entry = LuaRedis.this.keys.peek(key, millis());
				@Nullable String[] values = new String[names.length];
				for (int i = 0; entry != null && i < names.length; i++) {
					values[i] = entry.fields().get(names[i]);
				}
				return values;
			}

			@Override
			public Map<String, String> hash(String key) {
				Entry entry = LuaRedis.this.keys.peek(key, millis());
				return (entry != null) ? Map.copyOf(entry.fields()) : Map.of();
			}

			@Override
			public long life(String key) {
				Entry entry = LuaRedis.this.keys.peek(key, millis());
				return (entry != null) ? entry.life(millis()) : Entry.GONE;
			}

			@Override
			public List<String> endless() {
				return LuaRedis.this.keys.endless();
			}

			@Override
			public String run(LockScript script, String key, String... arguments) {
				return String.valueOf(eval(script.text(), List.of(key), arguments, clock.getAsLong()).get(0));
			}

		};
	}

	/**
	 * Runs a command of a client.
	 * @param time the time of the server, in microseconds
	 * @param words the command and its arguments
	 * @return a text, a number, a list, a status, or null for nothing
	 */
	@Nullable Object run(long time, String... words) {
		this.keys.begin(time);
		return this.keys.run(words);
	}

	/**
	 * Runs a script.
	 * @param script its text
	 * @param names its keys
	 * @param arguments its arguments
	 * @param time the time of the server, in microseconds
	 * @return texts, numbers and null, and such lists
	 */
	List<@Nullable Object> eval(String script, List<String> names, String[] arguments, long time) {
		this.keys.begin(time);
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
		return list(new LuaClosure(COMPILED.computeIfAbsent(script, this::compile), this.globals).call());
	}

	private Prototype compile(String script) {
		try {
			return this.globals.compilePrototype(new StringReader(script), "script");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * As Redis makes a list of what Lua returns: it ends before the first nil.
	 */
	private static List<@Nullable Object> list(LuaValue table) {
		List<@Nullable Object> list = new ArrayList<>();
		for (int i = 1; !table.get(i).isnil(); i++) {
			list.add(reply(table.get(i)));
		}
		return list;
	}

	/**
	 * As Redis makes a reply of what Lua returns: whole numbers, 1 for true, null for
	 * false.
	 */
	private static @Nullable Object reply(LuaValue value) {
		return switch (value.type()) {
			case LuaValue.TNUMBER -> value.tolong();
			case LuaValue.TBOOLEAN -> value.toboolean() ? 1L : null;
			case LuaValue.TTABLE -> {
				LuaValue error = value.get("err");
				LuaValue status = value.get("ok");
				yield !error.isnil() ? new Failure(error.tojstring())
						: !status.isnil() ? new Status(status.tojstring()) : list(value);
			}
			default -> value.tojstring();
		};
	}

	private LuaValue command(Varargs arguments) {
		String[] words = new String[arguments.narg()];
		for (int i = 0; i < words.length; i++) {
			LuaValue word = arguments.arg(i + 1);
			words[i] = (word.type() == LuaValue.TNUMBER) ? LuaNumber.text(word.todouble()) : word.checkjstring();
		}
		return words[0].equals("CLUSTER") ? LuaValue.valueOf(this.nodeId) : value(this.keys.run(words));
	}

	private static LuaValue value(@Nullable Object reply) {
		if (reply == null) {
			return LuaValue.FALSE;
		}
		if (reply instanceof Long number) {
			return LuaValue.valueOf((double) number);
		}
		if (reply instanceof Status status) {
			return table("ok", status.text());
		}
		if (reply instanceof List<?> list) {
			LuaTable table = new LuaTable(list.size(), 0);
			for (int i = 0; i < list.size(); i++) {
				table.set(i + 1, value(list.get(i)));
			}
			return table;
		}
		return LuaValue.valueOf(reply.toString());
	}

}
