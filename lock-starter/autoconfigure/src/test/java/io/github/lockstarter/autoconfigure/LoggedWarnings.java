package io.github.lockstarter.autoconfigure;

import java.util.List;

import org.springframework.boot.test.system.CapturedOutput;

/**
 * What an operator would read about the locks.
 */
public final class LoggedWarnings {

	private LoggedWarnings() {
	}

	public static List<String> in(CapturedOutput output) {
		return output.getAll()
			.lines()
			.filter((line) -> line.contains(" WARN ") || line.contains(" ERROR "))
			.filter((line) -> line.contains(" io.github.lockstarter.") || line.contains("[distributed-lock-"))
			.toList();
	}

}
