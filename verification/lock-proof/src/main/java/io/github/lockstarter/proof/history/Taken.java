package io.github.lockstarter.proof.history;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultWindow.Master;

/**
 * A time in which Redis said that an attempt owns a lock, under a lease that was not
 * over.
 *
 * @param since when it was first seen
 * @param until when it was last seen
 * @param lock the lock name
 * @param owner the attempt
 * @param firstToken the first token of its block
 * @param master which of several masters said so, {@code null} for the only one
 */
public record Taken(long since, long until, String lock, String owner, long firstToken, @Nullable Master master) {

	static Taken parse(Line line) {
		return new Taken(line.number(3), line.nanos(), line.text(0), line.text(1), line.number(2),
				(line.size() > 4) ? Master.parse(line.text(4)) : null);
	}

}
