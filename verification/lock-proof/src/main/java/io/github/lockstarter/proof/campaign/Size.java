package io.github.lockstarter.proof.campaign;

import java.util.Map;

import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;

/**
 * How large a campaign is, and how dense its faults are.
 *
 * @param clients how many client JVMs there are, without the one that only holds and
 * waits
 * @param threads the threads of each of them
 * @param calmThreads the threads of the one that only holds and waits
 * @param locks how many locks are taken alone
 * @param rest how many times as long as usual a target is left alone between two faults
 */
public record Size(int clients, int threads, int calmThreads, int locks, int rest) {

	private static final Size OF_ONE_SERVER = new Size(3, 32, 8, 14, 1);

	// many servers on one machine
	private static final Size OF_MANY_SERVERS = new Size(2, 12, 4, 6, 1);

	/**
	 * What suits two processors.
	 * @param servers what clients keep their locks in
	 * @return the size
	 */
	public static Size of(Servers servers) {
		return (servers.isOneRedis() || servers == Servers.DATABASE) ? OF_ONE_SERVER : OF_MANY_SERVERS;
	}

	/**
	 * What words of a command line change: threads, locks, rest.
	 * @param words the words and their values
	 * @return the changed size
	 */
	public Size with(Map<String, String> words) {
		return new Size(this.clients, number(words, "threads", this.threads), this.calmThreads,
				number(words, "locks", this.locks), number(words, "rest", this.rest));
	}

	private static int number(Map<String, String> words, String word, int usual) {
		int number = Integer.parseInt(words.getOrDefault(word, "" + usual));
		if (number < 1) {
			throw new IllegalArgumentException(word + " must be at least 1 but is " + number);
		}
		return number;
	}

	/**
	 * How many threads are in a client.
	 * @param mix its mix
	 * @return the number
	 */
	int threads(Mix mix) {
		return switch (mix) {
			case CALM -> this.calmThreads;
			// each of which calls fifty times a second
			case BRIEF -> (this.threads + 3) / 4;
			case MIXED, LONG, HELD, OVERSTAY, FIXED -> this.threads;
		};
	}

}
