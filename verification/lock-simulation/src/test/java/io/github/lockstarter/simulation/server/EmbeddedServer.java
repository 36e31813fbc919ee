package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;

import io.github.lockstarter.simulation.server.Outcome.Key;
import io.github.lockstarter.simulation.server.Resp.Failure;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

/**
 * The Redis of the simulation, at a time that is given.
 */
final class EmbeddedServer {

	private final World world = new World(1, new Story(null));

	private final Redis redis = new Redis(this.world, "server");

	private final Map<String, Ear> ears = new TreeMap<>();

	private final Ear caller = new Ear();

	/**
	 * Sets its clock, exactly.
	 */
	void at(long micros) {
		for (long gap = micros - now(); gap != 0; gap = micros - now()) {
			this.redis.process().setClock(Math.floorDiv(gap, 1_000));
			long rest = TimeUnit.MICROSECONDS.toNanos(Math.floorMod(gap, 1_000));
			this.world.run(this.world.now() + this.redis.process().inWorld(rest));
		}
	}

	private long now() {
		return this.redis.process().wallMicros();
	}

	/**
	 * Runs a script that the locks have, as a client asks for it.
	 */
	@Nullable Object call(List<String> words) {
		return answer(this.caller, words);
	}

	private @Nullable Object answer(Server.Client client, List<String> words) {
		byte[][] answer = new byte[1][];
		this.redis.run(client, words, (bytes) -> answer[0] = bytes);
		return RespStream.parse(answer[0]);
	}

	/**
	 * Runs any other script.
	 */
	@Nullable Object eval(Step step) {
		try {
			return RespStream.parse(Resp
				.reply(this.redis.memory()
					.eval(step.text(), step.keys(), step.arguments().toArray(String[]::new), now()))
				.getBytes(StandardCharsets.UTF_8));
		}
		catch (LuaError ex) {
			return new Failure(RedisError.text(ex));
		}
	}

	/**
	 * What there is now.
	 */
	Outcome outcome(@Nullable Object reply) {
		Map<String, List<String>> messages = new TreeMap<>();
		this.ears.forEach((name, ear) -> messages.put(name, ear.drain()));
		Keys view = this.redis.keys();
		Map<String, Key> keys = new TreeMap<>();
		for (String name : view.names()) {
			keys.put(name, new Key(view.hash(name), ends(view, name)));
		}
		// what is there, and no hash
		for (String name : RandomSteps.KEYS) {
			if (view.life(name) != -2 && !keys.containsKey(name)) {
				keys.put(name, new Key(String.valueOf(this.redis.memory().run(now(), "GET", name)), ends(view, name)));
			}
		}
		return new Outcome(reply, messages, keys);
	}

	private static long ends(Keys view, String name) {
		long life = view.life(name);
		return (life >= 0) ? view.millis() + life : life;
	}

	/**
	 * Connects one that subscribes.
	 * @param name what the connection is called
	 * @param channel where it listens
	 */
	@Nullable Object subscribe(String name, String channel) {
		Ear ear = this.ears.computeIfAbsent(name, (created) -> new Ear());
		return answer(ear, List.of("SUBSCRIBE", channel));
	}

	void unsubscribe(String name) {
		this.redis.forget(this.ears.get(name));
	}

	void flushScripts() {
		this.redis.flushScripts();
	}

	void full(boolean none) {
		this.redis.full(none);
	}

	void forgetKeys() {
		this.redis.memory().clear();
	}

	/**
	 * A connection.
	 */
	private static final class Ear implements Server.Client {

		private final List<String> heard = new ArrayList<>();

		@Override
		public String who() {
			return "ear";
		}

		@Override
		public void gone() {
		}

		@Override
		public void message(String channel, String text) {
			this.heard.add(channel + " " + text);
		}

		private List<String> drain() {
			List<String> drained = List.copyOf(this.heard);
			this.heard.clear();
			return drained;
		}

	}

}
