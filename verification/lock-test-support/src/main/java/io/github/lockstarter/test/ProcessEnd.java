package io.github.lockstarter.test;

/**
 * The end of a process of another program.
 */
public final class ProcessEnd {

	private ProcessEnd() {
	}

	/**
	 * Waits until a process is gone. An interrupt does not end the wait, and is kept. Not
	 * by its {@link Process#onExit() future}, which needs a thread of the common pool:
	 * that may be one that waits for what the caller does next.
	 * @param process the process
	 */
	public static void await(Process process) {
		boolean interrupted = false;
		boolean gone = false;
		while (!gone) {
			try {
				process.waitFor();
				gone = true;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
