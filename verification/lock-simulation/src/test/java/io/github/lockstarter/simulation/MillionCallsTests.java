package io.github.lockstarter.simulation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * New seeds in each search. They run in a JVM of their own, because so much work is for
 * both compilers, and that of the other tests for one.
 */
class MillionCallsTests {

	private static final int CALLS = 1_000_000;

	private static final Pattern LAST_LINE = Pattern.compile("(?m)^calls=(\\d+) .*violations=0 ");

	// minutes of a processor
	@Test
	@Tag("slow")
	void millionCallsKeepAllPromises() throws Exception {
		Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-Dlogback.configurationFile=simulation-logback.xml", "-cp",
				System.getProperty("java.class.path"), Simulation.class.getName(), "calls=" + CALLS)
			.redirectErrorStream(true)
			.start();
		try {
			String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(child.waitFor()).as(output).isZero();
			Matcher last = LAST_LINE.matcher(output);
			assertThat(last.find()).as(output).isTrue();
			assertThat(Integer.parseInt(last.group(1))).as(output).isGreaterThanOrEqualTo(CALLS);
			System.out.println(output);
		}
		finally {
			child.destroyForcibly();
		}
	}

}
