package io.github.lockstarter.proof.history;

import java.util.Set;

/**
 * A time in which no replica could hear a master: nothing that was written then can be
 * confirmed then.
 *
 * @param since when the last replica had been cut off, by the clock of the servers
 * @param end when it was still cut off
 * @param locks the locks that the master kept
 */
public record Isolation(long since, long end, Set<String> locks) {

	static Isolation parse(Line line) {
		return new Isolation(line.number(0), line.nanos(), Set.of(line.text(1).split(",")));
	}

	/**
	 * Whether something was written, and answered, in that time.
	 * @param lock the lock that it was about
	 * @param written when, in milliseconds of the server
	 * @param answered when the answer came
	 * @return whether no replica can have heard of it
	 */
	public boolean contains(String lock, long written, long answered) {
		return this.locks.contains(lock) && this.since < written && answered <= this.end;
	}

}
