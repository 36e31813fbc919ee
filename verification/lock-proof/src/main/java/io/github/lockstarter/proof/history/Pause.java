package io.github.lockstarter.proof.history;

import java.util.concurrent.TimeUnit;

/**
 * A time in which a process did not run.
 *
 * @param client which process
 * @param begin when it was last seen running
 * @param end when it was seen running again
 */
public record Pause(String client, long begin, long end) {

	/**
	 * What is shorter goes without saying: below the 100 ms for which a short wait still
	 * hears its last answer.
	 */
	public static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(90);

	/**
	 * Whether it may be felt by a client in some time: also where the process with the
	 * proxies did not run.
	 * @param who the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether it hit that client then
	 */
	public boolean touches(String who, long from, long to) {
		return (this.client.equals(who) || this.client.equals(History.DRIVER)) && this.begin <= to && from <= this.end;
	}

}
