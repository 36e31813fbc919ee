package io.github.lockstarter.redis;

import java.util.Collection;
import java.util.Comparator;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * What to make of the words of several Sentinels that may differ. The newest
 * configuration epoch is right, as it is among themselves: a majority of them has agreed
 * to it, or an administrator has asked for it, and all others follow when they hear of
 * it. So a Sentinel that is cut off, or was restored from an old file, misleads nobody
 * who reaches another one, or has heard of a newer epoch. Used on one thread.
 */
final class SentinelVerdict {

	private final int sentinels;

	private @Nullable Word known;

	/**
	 * Creates the verdict: nothing is known yet.
	 * @param sentinels how many are configured
	 */
	SentinelVerdict(int sentinels) {
		this.sentinels = sentinels;
	}

	/**
	 * Hears what Sentinels say now.
	 * @param said their words, at least one
	 * @param standing whether a connection to the master that was known stands
	 * @return where the master is
	 */
	Address hear(Collection<Word> said, boolean standing) {
		Word before = this.known;
		Word now = newest(said);
		if (before != null && now.epoch() <= before.epoch()) {
			now = agreed(said, (word) -> word.epoch() >= before.epoch(), before);
			// Sentinels that were set up anew count from the beginning, and nobody
			// remembers
			if (now == before && !said.contains(before)) {
				now = agreed(said, (word) -> !standing || word.master().equals(before.master()), before);
			}
		}
		this.known = now;
		return now.master();
	}

	private static Word newest(Collection<Word> said) {
		return said.stream()
			.max(Comparator.comparingLong(Word::epoch)
				.thenComparingLong((word) -> said.stream().filter(word::equals).count()))
			.orElseThrow();
	}

	/**
	 * What most of those that are configured name: that cannot be said of two masters.
	 */
	private Word agreed(Collection<Word> said, Predicate<Word> heard, Word other) {
		return said.stream()
			.filter(heard)
			.filter((word) -> 2 * said.stream()
				.filter(heard)
				.filter((same) -> same.master().equals(word.master()))
				.count() > this.sentinels)
			.max(Comparator.comparingLong(Word::epoch))
			.orElse(other);
	}

	/**
	 * What one Sentinel says.
	 *
	 * @param master where the master is
	 * @param epoch the configuration epoch: it grows with each failover; negative if the
	 * Sentinel does not tell
	 */
	record Word(Address master, long epoch) {

	}

}
