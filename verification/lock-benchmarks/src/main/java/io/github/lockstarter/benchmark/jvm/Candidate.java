package io.github.lockstarter.benchmark.jvm;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.lockstarter.benchmark.contender.Elector;
import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * What runs in the JVM of a candidate. While it leads, it writes a line to its standard
 * output now and then, the work of a leader, with the monotonic clock that is that of the
 * machine. It stops gracefully at the end of its standard input.
 */
public final class Candidate implements Elector.Work {

	static final String READY = "ready";

	static final String GRANTED = "granted";

	static final String WORKS = "works";

	static final String REVOKED = "revoked";

	private static final long STEP_MILLIS = 10;

	private volatile Object leading = this;

	private Candidate() {
	}

	/**
	 * Runs a candidate until its standard input ends.
	 * @param args the contender, its server, and the lease in milliseconds
	 * @throws Exception if it cannot take part
	 */
	public static void main(String[] args) throws Exception {
		try (Elector elector = Elector.open(args[0],
				new Endpoint(List.of(args[1]), Duration.ofMillis(Long.parseLong(args[2]))), new Candidate())) {
			say(READY, 0, 0);
			while (System.in.read() >= 0) {
				// until its end
			}
		}
		catch (Throwable ex) {
			ex.printStackTrace();
		}
		Runtime.getRuntime().halt(0);
	}

	private static void say(String what, long nanos, long token) {
		System.out.println(what + " " + nanos + " " + token);
	}

	@Override
	public void granted(long token, BooleanSupplier isLeader) {
		say(GRANTED, System.nanoTime(), token);
		Object term = new Object();
		this.leading = term;
		Thread worker = new Thread(() -> work(term, token, isLeader));
		worker.setDaemon(true);
		worker.start();
	}

	// The time is read first: a pause after it does not count as work.
	private void work(Object term, long token, BooleanSupplier isLeader) {
		try {
			while (this.leading == term) {
				long now = System.nanoTime();
				if (isLeader.getAsBoolean()) {
					say(WORKS, now, token);
				}
				Thread.sleep(STEP_MILLIS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void revoked() {
		this.leading = this;
		say(REVOKED, System.nanoTime(), 0);
	}

}
