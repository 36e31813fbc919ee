package io.github.lockstarter.core;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * What a caller goes through until it holds what it asked for: one lock or several. A
 * passive state machine that never blocks. Whoever waits drives it, each time that it is
 * woken and when the timer is due; one driver at a time.
 */
interface Entry {

	/**
	 * Goes on as far as is possible now.
	 * @param giveUp why the caller does not want to wait any more, or null; once given,
	 * it is given each time
	 * @return whether it is over
	 * @throws RuntimeException if it is over because something went wrong
	 */
	boolean advance(@Nullable Refusal giveUp);

	/**
	 * When to go on if nothing wakes the caller, on the monotonic clock.
	 */
	long nextTimer();

	/**
	 * Who was refused, once it is over; null: then {@link #lease()} has what was asked
	 * for.
	 */
	@Nullable EntryResult refused();

	/**
	 * What became of the way to each lock.
	 */
	List<EntryResult> results();

	/**
	 * What was acquired.
	 */
	EngineLease lease();

}
