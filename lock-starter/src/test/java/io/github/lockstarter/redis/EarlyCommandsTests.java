package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Commands that come before their node leave in order.
 */
class EarlyCommandsTests {

	private final EarlyCommands commands = new EarlyCommands();

	private final List<String> run = new ArrayList<>();

	@Test
	void commandsLeaveInTheOrderInWhichTheyCame() {
		this.commands.run(() -> {
			this.run.add("acquire");
			this.commands.run(() -> this.run.add("after a redirect"));
		});
		this.commands.run(() -> this.run.add("cancel"));
		assertThat(this.run).isEmpty();
		this.commands.open();
		assertThat(this.run).containsExactly("acquire", "cancel", "after a redirect");
	}

	@Test
	void commandThatComesLaterIsRunAtOnce() {
		this.commands.open();
		this.commands.run(() -> this.run.add("late"));
		this.commands.open();
		assertThat(this.run).containsExactly("late");
	}

	@Test
	void commandThatFailsKeepsNobodyBehindIt() {
		this.commands.run(() -> {
			throw new NoClassDefFoundError("at shutdown");
		});
		this.commands.run(() -> this.run.add("behind"));
		assertThatException().isThrownBy(this.commands::open).withRootCauseInstanceOf(NoClassDefFoundError.class);
		this.commands.run(() -> this.run.add("later"));
		assertThat(this.run).containsExactly("behind", "later");
	}

}
