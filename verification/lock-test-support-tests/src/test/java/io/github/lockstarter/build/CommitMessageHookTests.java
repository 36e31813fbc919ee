package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The hook that reads a commit's message before the commit is made. It is run as git runs
 * it, without a repository.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the hook is a bash script")
class CommitMessageHookTests {

	private static final Path HOOK = Path.of("..", "..", ".githooks", "commit-msg").toAbsolutePath().normalize();

	private static final String SIXTY = "Sixty characters are what a subject may have, not one more..";

	@TempDir
	private Path directory;

	@Test
	void hookCanBeExecuted() {
		assertThat(HOOK).isExecutable();
	}

	@ParameterizedTest
	@ValueSource(strings = { SIXTY, SIXTY + "\n\nThe reason, in a line that may be as long as it needs to be.\n",
			"\n\n" + SIXTY + "\n  \nThe reason\n", "# git's own words\n" + SIXTY + "\n# more of them\n",
			SIXTY + "\n\nWhy\n# ------------------------ >8 ------------------------\ndiff --git\n",
			"Merge branch 'a-name-that-is-so-long-that-the-subject-gets-far-too-long' into another", "fixup! " + SIXTY,
			"" })
	void goodMessageIsLetThrough(String message) throws Exception {
		assertThat(run(message)).isEqualTo("0 ");
	}

	@ParameterizedTest
	@ValueSource(strings = { SIXTY + "y", "# git's own words\n\n" + SIXTY + "y\n\nThe reason\n",
			"Merge what is alike in the two clients, and say so in the report" })
	void longSubjectIsRefusedWithItsLength(String message) throws Exception {
		assertThat(run(message)).matches("(?s)1 The subject has 6[14] characters, 60 are allowed:.*");
	}

	@Test
	void placeWhereTheSubjectGetsTooLongIsShown() throws Exception {
		assertThat(run(SIXTY + "yz")).contains(SIXTY + " | yz");
	}

	@Test
	void secondLineThatIsNotEmptyIsRefused() throws Exception {
		assertThat(run("Say more\nat once\n\nThe reason\n")).startsWith("1 The second line has to be empty")
			.contains("  at once");
	}

	private String run(String message) throws IOException, InterruptedException {
		Path file = Files.writeString(this.directory.resolve("COMMIT_EDITMSG"), message);
		ProcessBuilder builder = new ProcessBuilder("bash", HOOK.toString(), file.toString()).redirectErrorStream(true);
		// of a locale that is not installed bash would warn among the words of the hook
		builder.environment().put("LC_ALL", "C");
		Process hook = builder.start();
		String said = new String(hook.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return hook.waitFor() + " " + said;
	}

}
