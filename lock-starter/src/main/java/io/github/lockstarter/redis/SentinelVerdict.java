package io.github.lockstarter.redis;

import java.util.Collection;
import java.util.Comparator;

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

	private @Nullable SentinelWord known;

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
	Address hear(Collection<SentinelWord> said, boolean standing) {
		SentinelWord newest = said.stream()
			.max(Comparator.comparingLong(SentinelWord::epoch)
				.thenComparingLong((word) -> said.stream().filter(word::equals).count()))
			.orElseThrow();
		SentinelWord before = this.known;
		if (before == null || newest.epoch() > before.epoch()) {
			this.known = newest;
			return newest.master();
		}
		// Sentinels that were set up anew count their epochs from the beginning
		SentinelWord now = said.stream()
			.filter((word) -> word.epoch() == before.epoch() || !standing)
			.filter((word) -> isAgreed(word.master(), said))
			.max(Comparator.comparingLong(SentinelWord::epoch))
			.orElse(before);
		this.known = now;
		return now.master();
	}

	/**
	 * Whether most of those that are configured name it: that cannot be said of two.
	 */
	private boolean isAgreed(Address master, Collection<SentinelWord> said) {
		return 2 * said.stream().filter((word) -> word.master().equals(master)).count() > this.sentinels;
	}

}
