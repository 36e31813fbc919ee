package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.codec.Base16;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.server.Outcome.Key;
import io.github.lockstarter.simulation.server.Resp.Failure;
import io.github.lockstarter.test.TestRedis;

/**
 * A real Redis, which says of each step in which microsecond it was done.
 * <p>
 * A step is run inside of another script, which reads the clock before, gives that time
 * to the step instead of TIME, and tells what there is afterwards. In Redis 7.0 a script
 * sees three clocks: TIME, that of PEXPIRE and PTTL, which goes on while it runs, and
 * that by which keys have run out, which stands still from before the script on. So
 * nothing is done late in a millisecond, or where the third clock is one behind the first
 * and a key's life ends between them; and a step in which a millisecond ended is not
 * compared.
 */
final class RealServer implements AutoCloseable {

	private static final String TIME = "redis.call('TIME')";

	private static final String BEFORE = """
			local from = tonumber(table.remove(ARGV))
			local clock = redis.call('TIME')
			local begun = math.floor((clock[1] * 1000000 + clock[2]) / 1000)
			if begun < from or clock[2] % 1000 > 700 then
			  return 'AGAIN'
			end
			for _, key in ipairs(redis.call('KEYS', '*')) do
			  local ends = redis.call('PEXPIRETIME', key)
			  if ends >= 0 and ends < begun then
			    return 'AGAIN'
			  end
			end
			local done, reply = pcall(function()
			""";

	private static final String AFTER = """

			end)
			local now = redis.call('TIME')
			local same = math.floor((now[1] * 1000000 + now[2]) / 1000) == begun
			local keys = {}
			for _, key in ipairs(redis.call('KEYS', '*')) do
			  local hash = redis.call('TYPE', key).ok == 'hash'
			  keys[#keys + 1] = { key, redis.call('PEXPIRETIME', key), redis.call(hash and 'HGETALL' or 'GET', key) }
			end
			return { clock[1], clock[2], same, keys, done, reply }
			""";

	private static final int MOST_ATTEMPTS = 1_000_000;

	private final TestRedis redis = TestRedis.start();

	private final RespStream connection = new RespStream(this.redis.host(), this.redis.port());

	private final Map<String, RespStream> ears = new TreeMap<>();

	private final Map<String, String> wrapped = new HashMap<>();

	private final Map<String, String> digests = new HashMap<>();

	private long micros;

	private long seenAt;

	private boolean sure;

	/**
	 * The time of the last step.
	 * @return microseconds
	 */
	long micros() {
		return this.micros;
	}

	/**
	 * About what time it is.
	 * @return milliseconds
	 */
	long millis() {
		return this.micros / 1_000 + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.seenAt);
	}

	/**
	 * Whether all of the last step was done in one millisecond.
	 */
	boolean isSure() {
		return this.sure;
	}

	/**
	 * Runs a step when its time has come.
	 * @param how EVAL or EVALSHA
	 * @return what was answered, told and left; where there is no such script, its error
	 * alone
	 */
	Outcome run(Step step, String how) throws InterruptedException {
		String text = this.wrapped.computeIfAbsent(step.text(), RealServer::wrap);
		String digest = this.digests.computeIfAbsent(text,
				(each) -> Base16.digest(each.getBytes(StandardCharsets.UTF_8)));
		List<String> words = step.words(how, how.equals("EVAL") ? text : digest, Long.toString(step.from()));
		long early = step.from() - millis() - 1;
		if (early > 0) {
			// it is asked for again and again from then on
			Thread.sleep(early);
		}
		for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
			Object reply = this.connection.call(words);
			if (reply instanceof Failure) {
				return new Outcome(reply, messages(), Map.of());
			}
			if (reply instanceof List<?> list) {
				return outcome(list);
			}
		}
		throw new IllegalStateException("Its time never comes: " + step);
	}

	RealServer() {
		command(List.of("PING"));
	}

	private static String wrap(String script) {
		return BEFORE + script.replace(TIME, "clock") + AFTER;
	}

	private Outcome outcome(List<?> list) {
		this.micros = Long.parseLong((String) list.get(0)) * 1_000_000 + Long.parseLong((String) list.get(1));
		this.seenAt = System.nanoTime();
		this.sure = list.get(2) != null;
		Map<String, Key> keys = new TreeMap<>();
		for (Object each : (List<?>) Objects.requireNonNull(list.get(3))) {
			List<?> key = (List<?>) each;
			keys.put((String) key.get(0), new Key(value(key.get(2)), (Long) key.get(1)));
		}
		Object reply = (list.size() > 5) ? list.get(5) : null;
		return new Outcome((list.get(4) != null) ? reply : new Failure((String) Objects.requireNonNull(reply)),
				messages(), keys);
	}

	private static Object value(Object content) {
		if (!(content instanceof List<?> list)) {
			return content;
		}
		Map<String, String> fields = new HashMap<>();
		for (int i = 0; i < list.size(); i += 2) {
			fields.put((String) list.get(i), (String) list.get(i + 1));
		}
		return fields;
	}

	/**
	 * Runs a command that may be repeated, until it is done within one millisecond.
	 * @return the reply
	 */
	@Nullable Object command(List<String> words) {
		for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
			this.connection.send(List.of("TIME"), words, List.of("TIME"));
			long before = micros(this.connection.read());
			Object reply = this.connection.read();
			if (micros(this.connection.read()) / 1_000 == before / 1_000) {
				this.micros = before;
				this.seenAt = System.nanoTime();
				return reply;
			}
		}
		throw new IllegalStateException("Never within one millisecond: " + words);
	}

	private static long micros(@Nullable Object time) {
		List<?> parts = (List<?>) Objects.requireNonNull(time);
		return Long.parseLong((String) parts.get(0)) * 1_000_000 + Long.parseLong((String) parts.get(1));
	}

	/**
	 * What each subscription has been told: all of it is there before the answer to a
	 * PING.
	 */
	private Map<String, List<String>> messages() {
		this.ears.values().forEach((ear) -> ear.send(List.of("PING")));
		Map<String, List<String>> messages = new TreeMap<>();
		this.ears.forEach((name, ear) -> {
			List<String> heard = new ArrayList<>();
			while (ear.read() instanceof List<?> list && list.get(0).equals("message")) {
				heard.add(list.get(1) + " " + list.get(2));
			}
			messages.put(name, heard);
		});
		return messages;
	}

	@Nullable Object subscribe(String name, String channel) {
		return this.ears.computeIfAbsent(name, (created) -> new RespStream(this.redis.host(), this.redis.port()))
			.call("SUBSCRIBE", channel);
	}

	void unsubscribe(String name) {
		this.ears.get(name).call("UNSUBSCRIBE");
	}

	void flushScripts() {
		this.connection.call("SCRIPT", "FLUSH");
	}

	void full(boolean none) {
		this.connection.call("CONFIG", "SET", "maxmemory", none ? "1" : "0");
	}

	void forgetKeys() {
		this.connection.call("FLUSHALL");
	}

	/**
	 * Runs a script of the locks as it is.
	 */
	@Nullable Object plain(Step step) {
		return this.connection.call(step.words("EVAL", step.text()));
	}

	@Override
	public void close() {
		this.ears.values().forEach(RespStream::close);
		this.connection.close();
		this.redis.close();
	}

}
