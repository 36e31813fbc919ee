package io.github.lockstarter.test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM that a test starts. It starts code more than it runs it: the second compiler, and
 * the verifier of what compilers have made, would cost more than they give.
 */
public final class ShortJvm {

	private ShortJvm() {
	}

	/**
	 * The command that starts it, on the JDK of the test.
	 * @param more options, class path, main class and arguments
	 * @return the command, to which more can be added
	 */
	public static List<String> command(String... more) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-XX:MetaspaceSize=256m", "-XX:+UnlockDiagnosticVMOptions",
						"-XX:-BytecodeVerificationRemote"));
		command.addAll(List.of(more));
		return command;
	}

}
