package io.github.lockstarter.core;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;

/**
 * A caller's way to one or several locks: a passive state machine that never blocks,
 * advanced by one driver at a time, on each wake-up and when its timer is due.
 */
interface Entry {

	// Returns whether it has ended; giveUp is repeated on each later call.
	boolean advance(@Nullable Refusal giveUp);

	long nextTimerNanos();

	// Null when it has ended with a lease.
	@Nullable EntryResult refused();

	List<EntryResult> results();

	EngineLease lease();

}
