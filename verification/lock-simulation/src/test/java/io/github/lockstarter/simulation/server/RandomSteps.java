package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.server.Outcome.Key;
import io.github.lockstarter.simulation.world.Chance;

/**
 * Draws steps that have something to do with what there is: who asks is often the owner
 * of the lock or waits for it, and a step is often done in the millisecond in which
 * something ends, or in the next one.
 */
final class RandomSteps {

	/**
	 * The key that is no lock.
	 */
	static final String TEXT = "lock:%longest";

	static final List<String> LOCKS = List.of("lock:one", "lock:the second \u00fc", "lock:3");

	static final List<String> KEYS = List.of(LOCKS.get(0), LOCKS.get(1), LOCKS.get(2), TEXT);

	/**
	 * Where clients listen, or not.
	 */
	static final String CHANNELS = "lock:%push:";

	static final List<String> CLIENTS = List.of("a", "b", "c");

	private static final long SOON = 15;

	// The owner of a lock that several share.
	private static final String SHARED = "&";

	private static final List<LockScript> SINGLE = List.of(LockScript.ACQUIRE, LockScript.ACQUIRE, LockScript.ACQUIRE,
			LockScript.SHARE, LockScript.SHARE, LockScript.SHARE, LockScript.SHARE, LockScript.RELEASE,
			LockScript.RELEASE, LockScript.CANCEL, LockScript.CANCEL, LockScript.YIELD, LockScript.RENEW,
			LockScript.FORCE, LockScript.DESCRIBE);

	private static final List<LockScript> QUORUM = List.of(LockScript.PROPOSE, LockScript.PROPOSE, LockScript.PROPOSE,
			LockScript.WITHDRAW, LockScript.WITHDRAW, LockScript.RAISE, LockScript.RENEW, LockScript.LONGEST,
			LockScript.PROBE, LockScript.DESCRIBE);

	private static final List<String> STRANGE = List.of("", "x", "-5", "007", "+3", " 7 ", "0x1F", "1e3", "1.5",
			"4000000000000000", "!a:1", ">1048580", "<1048570", "1048576:5", " a b ");

	private final Chance chance;

	private final Kind kind;

	private final String handOff;

	private Map<String, Key> keys = Map.of();

	private long now;

	/**
	 * Begins with nothing.
	 * @param seed decides all that is drawn
	 * @param broken whether to prefer keys that other commands write
	 */
	RandomSteps(long seed, boolean broken) {
		this.chance = new Chance(seed);
		this.kind = (broken && this.chance.oneIn(2)) ? Kind.BROKEN : pick(List.of(Kind.values()));
		this.handOff = (this.chance.oneIn(2) ? this.chance.between(1, 10) : 400) + " " + CHANNELS;
	}

	Chance chance() {
		return this.chance;
	}

	/**
	 * Draws a step.
	 * @param there what there is
	 * @param millis what time it is about
	 * @param rare scripts of which a reply is still missing
	 */
	Step next(Map<String, Key> there, long millis, List<LockScript> rare) {
		this.keys = there;
		this.now = millis;
		long from = this.chance.oneIn(4) ? moment() : 0;
		this.now = Math.max(millis, from);
		if (this.chance.oneIn((this.kind == Kind.BROKEN) ? 2 : 12)) {
			return command(from);
		}
		LockScript script = pick((!rare.isEmpty() && this.chance.oneIn(4)) ? rare : scripts());
		List<String> names = (script == LockScript.LONGEST) ? List.of(TEXT)
				: names((script == LockScript.RENEW) ? this.chance.between(1, 3) : 1);
		return Step.of(script, names, arguments(script, names), from);
	}

	private List<LockScript> scripts() {
		return switch (this.kind) {
			case SINGLE -> SINGLE;
			case QUORUM -> QUORUM;
			case MIXED, BROKEN -> this.chance.oneIn(2) ? SINGLE : QUORUM;
		};
	}

	/**
	 * The last millisecond of something that ends soon, or the first one after.
	 */
	private long moment() {
		List<Long> ends = new ArrayList<>();
		this.keys.values().forEach((key) -> {
			ends.add(key.ends());
			ends.add(number(key.field("x")));
			if (key.value() instanceof Map<?, ?> fields) {
				fields.forEach((name, value) -> {
					String[] parts = value.toString().split(":");
					if (name.toString().startsWith("w") && parts.length > 1) {
						ends.add(number(parts[1]));
					}
					if (name.toString().startsWith("m")) {
						ends.add(number(parts[0]));
					}
				});
			}
		});
		ends.removeIf((end) -> end <= this.now || end > this.now + SOON);
		return ends.isEmpty() ? 0 : pick(ends) + this.chance.below(2);
	}

	private List<String> names(long count) {
		long first = this.chance.oneIn(3) ? this.chance.below(LOCKS.size()) : 0;
		List<String> names = new ArrayList<>();
		for (long i = 0; i < count; i++) {
			names.add(LOCKS.get((int) ((first + i) % LOCKS.size())));
		}
		if (this.kind == Kind.BROKEN && this.chance.oneIn(5)) {
			names.set(names.size() - 1, TEXT);
		}
		return names;
	}

	private List<String> arguments(LockScript script, List<String> names) {
		String key = names.get(0);
		String lease = millis();
		String block = Long.toString(this.chance.between(1, 64));
		String retention = this.chance.oneIn(3) ? Long.toString(this.chance.below(15)) : "60000";
		String hold = this.chance.oneIn(4) ? millis() : "0";
		String cutoff = Long.toString(this.now + (this.chance.oneIn(6) ? this.chance.below(4) - 2 : 5_000));
		String wait = this.chance.oneIn(4) ? "0" : millis();
		String again = this.chance.oneIn(3) ? "1" : "0";
		String id = id(key);
		return switch (script) {
			case ACQUIRE -> List.of(id, lease, retention, block, this.handOff, cutoff, wait, again);
			case SHARE -> List.of(id, lease, retention, block, this.handOff, cutoff, wait,
					again + " " + pick(List.of("0", "0", "2", "3")));
			case RENEW -> renewal(names, lease, retention);
			case RELEASE -> List.of(id, hold, retention, block, this.handOff);
			case CANCEL -> List.of(id, this.chance.oneIn(3) ? "0" : lease, retention, block, this.handOff, cutoff);
			case YIELD -> List.of(id, lease, retention, block, this.handOff, cutoff,
					Long.toString(1 + Long.parseLong(wait)), id(key));
			case FORCE -> List.of(token(key), "0", retention, block, this.handOff);
			case DESCRIBE -> List.of();
			case PROBE -> List.of(id, "0", "0", "0", this.handOff);
			case PROPOSE -> List.of(id, lease, retention, block, this.handOff, cutoff, wait,
					round() + " " + token(key) + " " + again);
			case RAISE -> List.of(id, token(key), round(), block);
			case WITHDRAW -> List.of(this.chance.oneIn(4) ? "*" + id : id, hold, retention, block, this.handOff, cutoff,
					this.chance.oneIn(4) ? wait : "0", this.chance.oneIn(2) ? end(key) : round());
			case LONGEST -> List.of(millis(), this.chance.oneIn(2) ? "60000" : millis());
		};
	}

	/**
	 * The end of an attempt, mostly with the least token that the next one is handed.
	 */
	private String end(String key) {
		return this.chance.oneIn(4) ? "end" : "end " + token(key);
	}

	/**
	 * With a right guess of when each lease ends, a wrong one, an empty one, or none.
	 */
	private List<String> renewal(List<String> names, String lease, String retention) {
		List<String> ids = names.stream().map(this::id).toList();
		List<String> arguments = new ArrayList<>(List.of(ids.get(0), lease, retention));
		arguments.addAll(ids.subList(1, ids.size()));
		if (this.chance.oneIn(3)) {
			return arguments;
		}
		List<Long> ends = IntStream.range(0, names.size()).mapToObj((i) -> ends(names.get(i), ids.get(i))).toList();
		long earliest = Collections.min(ends);
		arguments.add(Long.toString(earliest));
		if (names.size() > 1 || this.chance.oneIn(2)) {
			for (long end : ends) {
				long later = end - earliest;
				arguments.add(this.chance.oneIn(6) ? "" : Long.toString(this.chance.oneIn(4) ? later + 2 : later));
			}
		}
		return arguments;
	}

	/**
	 * When the lease of an owner ends, or that of one who shares the lock.
	 */
	private long ends(String name, String id) {
		return number(field(name, SHARED.equals(field(name, "o")) ? "m" + id : "x"));
	}

	private String millis() {
		return Long.toString(this.chance.oneIn(3) ? this.chance.between(1, 12) : this.chance.between(200, 2_000));
	}

	private String round() {
		return Long.toString(this.chance.between(1, 4));
	}

	private String token(String key) {
		return switch ((int) this.chance.below(4)) {
			case 0 -> "0";
			case 1 -> Long.toString(number(field(key, "b")));
			case 2 -> Long.toString(number(field(key, "f")) + 5);
			default -> Long.toString(this.now * 1_000 + this.chance.below(2_000) - 1_000);
		};
	}

	/**
	 * The owner, the one before, one that waits, or any.
	 */
	private String id(String name) {
		Key key = this.keys.get(name);
		List<String> waiters = (key != null && key.value() instanceof Map<?, ?> fields) ? fields.keySet()
			.stream()
			.map(Object::toString)
			.filter((field) -> field.startsWith("w"))
			.sorted()
			.toList() : List.of();
		String id = switch ((int) this.chance.below(8)) {
			case 0, 1, 2 -> owner(name);
			case 3, 4 -> waiters.isEmpty() ? field(name, "p") : pick(waiters).substring(1);
			case 5 -> field(name, "p");
			default -> null;
		};
		if (id == null || id.isEmpty()) {
			return pick(CLIENTS) + ":" + this.chance.below(4);
		}
		return (id.charAt(0) == '!') ? id.substring(1) : id;
	}

	/**
	 * Who has the lock, or one of those who share it.
	 */
	private @Nullable String owner(String name) {
		Key key = this.keys.get(name);
		if (!SHARED.equals(field(name, "o")) || !(key.value() instanceof Map<?, ?> fields)) {
			return field(name, "o");
		}
		List<String> members = fields.keySet()
			.stream()
			.map(Object::toString)
			.filter((field) -> field.matches("m.+"))
			.sorted()
			.toList();
		return members.isEmpty() ? null : pick(members).substring(1);
	}

	private Step command(long from) {
		String key = this.chance.oneIn(4) ? TEXT : names(1).get(0);
		boolean caught = this.chance.oneIn(3);
		boolean reads = this.kind != Kind.BROKEN;
		return switch ((int) this.chance.below(reads ? 9 : 20)) {
			case 0 -> step(caught, from, "PTTL", key);
			case 1 -> step(caught, from, "HGET", key, field());
			case 2 -> step(caught, from, "HMGET", key, field(), field(), field());
			case 3 -> step(caught, from, "GET", key);
			case 4 -> step(caught, from, "PUBSUB", "NUMSUB", CHANNELS + pick(CLIENTS));
			case 5 -> step(caught, from, "PUBLISH", CHANNELS + pick(CLIENTS), "text " + this.now);
			case 6 -> step(caught, from, "PEXPIRE", key, Long.toString(1 + this.chance.below(30)), "GT");
			case 7 -> step(caught, from, "PEXPIRE", key, this.chance.oneIn(6) ? "0" : millis());
			case 8 -> this.chance.oneIn(2) ? step(caught, from, "HSCAN", key, "0", "MATCH", "m*", "COUNT", "1000")
					: step(caught, from, "HSCAN", key, "0", "COUNT", "1");
			case 9, 10, 11 -> step(caught, from, "HSET", key, field(), value());
			case 12 -> step(caught, from, "HSET", key, field(), value(), field(), value());
			case 13 -> step(caught, from, "HDEL", key, field());
			case 14 -> emptied(caught, from, key);
			case 15 -> Step.secondWrite(key, value());
			case 16, 17 -> step(caught, from, "HINCRBY", key, field(), this.chance.oneIn(4) ? value() : millis());
			default -> this.chance.oneIn(3) ? step(caught, from, "SET", key, value(), "PX", millis())
					: Step.number(key, value(), pick(List.of("7", "4.4e-6", "3e20")));
		};
	}

	private static Step step(boolean caught, long from, String... words) {
		return Step.command(caught, from, List.of(words));
	}

	private Step emptied(boolean caught, long from, String key) {
		List<String> words = new ArrayList<>(List.of("HDEL", key, "no such field"));
		Key there = this.keys.get(key);
		if (there != null && there.value() instanceof Map<?, ?> fields) {
			fields.keySet().stream().map(Object::toString).sorted().forEach(words::add);
		}
		return Step.command(caught, from, words);
	}

	private String field() {
		return switch ((int) this.chance.below(4)) {
			case 0 -> pick(List.of("w", "m", "k")) + pick(CLIENTS) + ":" + this.chance.below(4);
			case 1 -> pick(List.of("x", "h", "t"));
			default ->
				pick(List.of("o", "x", "f", "b", "p", "h", "t", "d", "g", "r", "n", "e", "q1048576", "q1048577"));
		};
	}

	private String value() {
		return this.chance.oneIn(3) ? Long.toString(this.now + this.chance.below(20)) : pick(STRANGE);
	}

	private @Nullable String field(String key, String name) {
		Key there = this.keys.get(key);
		return (there != null) ? there.field(name) : null;
	}

	private static long number(@Nullable String text) {
		return (text != null && text.matches("\\d{1,16}")) ? Long.parseLong(text) : 0;
	}

	private <T> T pick(List<T> all) {
		return all.get((int) this.chance.below(all.size()));
	}

	/**
	 * What is drawn.
	 */
	private enum Kind {

		/**
		 * Scripts for one Redis.
		 */
		SINGLE,

		/**
		 * Scripts for a node of a quorum.
		 */
		QUORUM,

		/**
		 * Both, on the same keys.
		 */
		MIXED,

		/**
		 * Both, on keys that other commands write.
		 */
		BROKEN

	}

}
