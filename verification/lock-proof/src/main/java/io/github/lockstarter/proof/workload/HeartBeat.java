package io.github.lockstarter.proof.workload;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.history.Pause;

/**
 * Notices when this process did not run for a while: stopped, starved, or collecting
 * garbage. In a client each beat asks the resource, which no fault hits: a machine that
 * is too busy for that is too busy for anything.
 */
public final class HeartBeat {

	private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private HeartBeat() {
	}

	/**
	 * Writes the pauses of this process into its history, until it is closed.
	 * @param history the history
	 * @param onBeat called with each beat
	 */
	public static void start(HistoryWriter history, Runnable onBeat) {
		Thread thread = new Thread(() -> {
			long last = System.nanoTime();
			while (history.isOpen()) {
				LockSupport.parkNanos(BEAT_NANOS);
				onBeat.run();
				long now = System.nanoTime();
				if (now - last > Pause.SHORTEST_NANOS) {
					history.write('P', now, last);
				}
				last = now;
			}
		}, "proof-heart-beat");
		thread.setDaemon(true);
		thread.setPriority(Thread.MAX_PRIORITY);
		thread.start();
	}

}
