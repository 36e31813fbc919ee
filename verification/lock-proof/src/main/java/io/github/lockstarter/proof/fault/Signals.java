package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops processes and lets them go on.
 */
public final class Signals {

	private Signals() {
	}

	/**
	 * Sends a signal to processes; back when it was sent.
	 * @param signal its name, such as STOP or CONT
	 * @param processes the processes
	 */
	public static void send(String signal, Stream<ProcessHandle> processes) {
		String pids = processes.map((process) -> Long.toString(process.pid())).collect(Collectors.joining(" "));
		if (!pids.isEmpty()) {
			try {
				// that of the shell: not every system has a program of that name
				new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pids).redirectErrorStream(true)
					.redirectOutput(ProcessBuilder.Redirect.DISCARD)
					.start()
					.onExit()
					.join();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	/**
	 * Whether a process that was stopped stands still.
	 * @param process the process
	 * @return whether the system says so, where it can be asked
	 */
	public static boolean isStopped(ProcessHandle process) {
		Path status = Path.of("/proc/" + process.pid() + "/stat");
		try {
			for (int look = 0; Files.exists(status) && look < 100; look++) {
				if (Files.readString(status).contains(") T ")) {
					return true;
				}
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			}
			// no Linux
			return !Files.exists(status) && process.isAlive();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
