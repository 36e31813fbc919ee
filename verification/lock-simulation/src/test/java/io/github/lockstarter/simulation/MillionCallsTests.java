package io.github.lockstarter.simulation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * New seeds in each build. They run in a JVM of their own, because so much work is for
 * both compilers, and that of the other tests for one.
 */
class MillionCallsTests {

	@Test
	void millionCallsKeepAllPromises() throws Exception {
		Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-Dlogback.configurationFile=simulation-logback.xml", "-cp",
				System.getProperty("java.class.path"), Simulation.class.getName(), "calls=1000000")
			.redirectErrorStream(true)
			.start();
		try {
			String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(child.waitFor()).as(output).isZero();
			assertThat(output).containsPattern("(?m)^calls=1\\d{6} .*violations=0 ");
			System.out.println(output);
		}
		finally {
			child.destroyForcibly();
		}
	}

}
