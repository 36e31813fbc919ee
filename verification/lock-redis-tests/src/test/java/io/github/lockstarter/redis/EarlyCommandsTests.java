package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Commands that come before their node leave in order.
 */
@Timeout(120)
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
	void whoComesWhileOthersLeaveRunsNothingOfThem() throws Exception {
		CountDownLatch leaving = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		List<Thread> threads = new CopyOnWriteArrayList<>();
		this.commands.run(() -> {
			leaving.countDown();
			try {
				goOn.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			threads.add(Thread.currentThread());
		});
		this.commands.run(() -> threads.add(Thread.currentThread()));
		Thread opening = new Thread(this.commands::open);
		opening.start();
		leaving.await();
		this.commands.run(() -> threads.add(Thread.currentThread()));
		assertThat(threads).isEmpty();
		goOn.countDown();
		opening.join();
		assertThat(threads).containsExactly(opening, opening, opening);
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
