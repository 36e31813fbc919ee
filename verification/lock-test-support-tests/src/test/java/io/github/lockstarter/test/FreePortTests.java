package io.github.lockstarter.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class FreePortTests {

	// So many that two who pick at random would meet: one port in twenty.
	private static final int PICKS = 600;

	@Test
	void noPortIsPickedTwiceNotEvenByAnotherJvm() throws Exception {
		List<String> command = ShortJvm.command("-cp", System.getProperty("java.class.path"), Picker.class.getName());
		Process other = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		try (BufferedReader output = other.inputReader()) {
			List<Integer> theirs = Stream.generate(() -> readLine(output)).limit(PICKS).map(Integer::valueOf).toList();
			List<Integer> ours = pick();
			assertThat(ours).doesNotHaveDuplicates().doesNotContainAnyElementsOf(theirs);
			assertThat(theirs).doesNotHaveDuplicates();
		}
		finally {
			other.destroyForcibly();
		}
	}

	private static List<Integer> pick() {
		return IntStream.range(0, PICKS).map((i) -> FreePort.pick()).boxed().toList();
	}

	private static String readLine(BufferedReader output) {
		try {
			return output.readLine();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Says which ports it has picked, and lives until it is ended.
	 */
	static final class Picker {

		public static void main(String[] args) throws IOException {
			pick().forEach(System.out::println);
			System.in.read();
		}

	}

}
