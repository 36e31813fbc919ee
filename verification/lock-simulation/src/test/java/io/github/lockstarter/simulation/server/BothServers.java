package io.github.lockstarter.simulation.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.server.Outcome.Key;
import io.github.lockstarter.simulation.server.Resp.Failure;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real Redis and the one of the simulation, which are to answer the same to each step,
 * and to have the same in their memory after it.
 */
final class BothServers implements AutoCloseable {

	private static final int TRACED = 12;

	private final RealServer real = new RealServer();

	private final EmbeddedServer embedded = new EmbeddedServer();

	private final long seed;

	private final Deque<String> trace = new ArrayDeque<>();

	private final Set<String> seen = new TreeSet<>();

	private final Set<String> subscribed = new TreeSet<>();

	private Map<String, Key> keys = Map.of();

	private int steps;

	private int unsure;

	private boolean full;

	/**
	 * Starts both.
	 * @param seed is named where they differ
	 */
	BothServers(long seed) {
		this.seed = seed;
	}

	/**
	 * Runs a step on both.
	 * @return whether it was compared: if not, both are empty now
	 */
	boolean run(Step step) throws InterruptedException {
		this.steps++;
		Map<String, Key> before = this.keys;
		Outcome expected = this.real.run(step, "EVALSHA");
		Object reply = null;
		LockScript script = step.script();
		if (expected.reply() instanceof Failure failure && Outcome.kind(failure).equals("NOSCRIPT")) {
			if (script != null) {
				told(step + " which is unknown", expected.reply(), embedded(step, "EVALSHA"));
				saw(step, "NOSCRIPT");
			}
			expected = this.real.run(step, "EVAL");
			this.embedded.at(this.real.micros());
			reply = embedded(step, "EVAL");
		}
		else {
			this.embedded.at(this.real.micros());
			reply = embedded(step, "EVALSHA");
		}
		Outcome actual = this.embedded.outcome(reply);
		if (!this.real.isSure()) {
			this.unsure++;
			forgetKeys();
			return false;
		}
		told(this.real.micros() + " " + step, expected.comparable(), actual.comparable());
		this.keys = expected.keys();
		note(step, expected, before);
		return true;
	}

	private @Nullable Object embedded(Step step, String how) {
		LockScript script = step.script();
		if (script == null) {
			return this.embedded.eval(step);
		}
		return this.embedded.call(step.words(how, how.equals("EVAL") ? script.text() : script.digest()));
	}

	private void told(String what, @Nullable Object expected, @Nullable Object actual) {
		this.trace.add(what + "\n      " + expected);
		if (this.trace.size() > TRACED) {
			this.trace.remove();
		}
		assertThat(actual)
			.as("""
					The simulated Redis after step %d. The last steps, and what a real one does:
					%s
					By the same chance, at other times: mvn -q -Pfast -DskipTests=false -pl verification/lock-simulation -am test \
					-Dtest=RedisComparisonIntegrationTests -Dsurefire.failIfNoSpecifiedTests=false -Dlock.test.seed=%d
					""",
					this.steps, String.join("\n", this.trace), this.seed)
			.isEqualTo(expected);
	}

	private void note(Step step, Outcome outcome, Map<String, Key> before) {
		saw(step, status(step, outcome));
		if (this.full) {
			saw(step, "while full");
		}
		if (step.script() != null && outcome.reply() instanceof Failure failure) {
			this.seen.add("script " + Outcome.kind(failure));
		}
		outcome.messages()
			.values()
			.forEach((texts) -> texts.forEach((text) -> this.seen.add("message " + text.split(" ")[1])));
		long millis = this.real.micros() / 1_000;
		before.forEach((name, key) -> {
			if (step.keys().contains(name) && key.ends() == millis) {
				this.seen.add("last millisecond of a key");
			}
			if (step.keys().contains(name) && key.ends() == millis - 1) {
				this.seen.add("first millisecond without a key");
			}
		});
	}

	private static String status(Step step, Outcome outcome) {
		if (outcome.reply() instanceof Failure || step.script() != LockScript.RENEW) {
			return (outcome.reply() instanceof Failure || step.script() != null) ? outcome.status() : "";
		}
		List<?> reply = (List<?>) outcome.reply();
		if (reply.size() == 1) {
			return "OWNED";
		}
		return (reply.get(2) instanceof Long left) ? (left > 0) ? "LONGER" : "LOST" : "ERROR";
	}

	private void saw(Step step, String what) {
		this.seen.add((step.name() + " " + what).trim());
	}

	/**
	 * Both refuse a script of the locks, as it is.
	 * @param kind of what kind the error is
	 */
	void refuse(Step step, String kind) {
		Failure expected = (Failure) this.real.plain(step);
		Failure actual = (Failure) embedded(step, "EVAL");
		assertThat(List.of(expected, actual)).extracting(Outcome::kind).containsOnly(kind);
		if (!kind.equals("ERR")) {
			// a real one adds which script, and where
			assertThat(expected.text()).startsWith(actual.text());
		}
	}

	/**
	 * Sends a command to both that is no script.
	 */
	void command(String... words) {
		List<String> command = List.of(words);
		Object expected = this.real.command(command);
		this.embedded.at(this.real.micros());
		told(this.real.micros() + " " + command, expected, this.embedded.call(command));
		this.seen
			.add("client " + words[0] + ((expected instanceof Failure failure) ? " " + Outcome.kind(failure) : ""));
	}

	/**
	 * A connection subscribes, or it does not any more.
	 * @param name what the connection is called: a client, and which one of it
	 */
	void turn(String name) {
		if (this.subscribed.remove(name)) {
			this.real.unsubscribe(name);
			this.embedded.unsubscribe(name);
			this.trace.add(name + " is gone");
		}
		else {
			String channel = RandomSteps.CHANNELS + name.charAt(0);
			this.subscribed.add(name);
			told(name + " subscribes", this.real.subscribe(name, channel), this.embedded.subscribe(name, channel));
		}
	}

	void flushScripts() {
		this.trace.add("script flush");
		this.real.flushScripts();
		this.embedded.flushScripts();
	}

	/**
	 * There is no memory for writes, or there is some again.
	 */
	void turnFull() {
		this.full = !this.full;
		this.trace.add("full: " + this.full);
		this.real.full(this.full);
		this.embedded.full(this.full);
	}

	boolean isFull() {
		return this.full;
	}

	void forgetKeys() {
		this.trace.add("all keys are forgotten");
		this.real.forgetKeys();
		this.embedded.forgetKeys();
		this.keys = Map.of();
	}

	Map<String, Key> keys() {
		return new TreeMap<>(this.keys);
	}

	long millis() {
		return this.real.millis();
	}

	int steps() {
		return this.steps;
	}

	/**
	 * All that has happened, each kind once.
	 */
	Set<String> seen() {
		return this.seen;
	}

	@Override
	public String toString() {
		return this.steps + " steps, " + this.unsure + " of them not compared";
	}

	@Override
	public void close() {
		this.real.close();
	}

}
