package io.github.lockstarter.proof.history;

import java.util.Set;

/**
 * A time in which no replica could hear a master: nothing that was written then can be
 * confirmed then.
 *
 * @param begin when the last replica had been cut off
 * @param end when it was still cut off
 * @param locks the locks that the master kept
 */
public record Isolation(long begin, long end, Set<String> locks) {

	static Isolation parse(Line line) {
		return new Isolation(line.number(0), line.nanos(), Set.of(line.text(1).split(",")));
	}

	/**
	 * Whether something began and ended in that time.
	 * @param lock the lock that it was about
	 * @param from its begin
	 * @param to its end
	 * @return whether no replica can have heard of it
	 */
	public boolean contains(String lock, long from, long to) {
		return this.locks.contains(lock) && this.begin <= from && to <= this.end;
	}

}
