package io.github.lockstarter.proof.campaign;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.proof.fault.Faults;

/**
 * One thread for each target: the faults of different targets overlap.
 */
final class FaultThreads {

	private final List<Thread> threads = new ArrayList<>();

	private final int rest;

	private volatile boolean running = true;

	/**
	 * Creates it.
	 * @param rest how many times as long as usual a target is left alone
	 */
	FaultThreads(int rest) {
		this.rest = rest;
	}

	void start(Faults faults) {
		if (faults.isEmpty()) {
			return;
		}
		Thread thread = new Thread(() -> run(faults), "proof-faults-" + this.threads.size());
		thread.setDaemon(true);
		this.threads.add(thread);
		thread.start();
	}

	private void run(Faults faults) {
		try {
			while (this.running) {
				Thread.sleep(this.rest * faults.restMillis());
				inject(faults);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void inject(Faults faults) throws InterruptedException {
		try {
			if (this.running) {
				faults.inject();
			}
		}
		catch (RuntimeException ex) {
			// a command of the fault itself was refused or hit by another fault
			System.err.println("A fault could not be injected: " + ex);
		}
	}

	/**
	 * Waits until the faults that have begun are over.
	 */
	void stop() throws InterruptedException {
		this.running = false;
		for (Thread thread : this.threads) {
			thread.join();
		}
	}

}
