package io.github.lockstarter.sample.stage.timeline;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.timeline.TaskEvent.Kind;

/**
 * With the argument {@code --console}: ten threads at once, first without the lock, then
 * with it, as lines on the terminal; started in two terminals, the threads of both take
 * turns.
 */
@Component
@ConditionalOnProperty("console")
class ConsoleRun implements ApplicationRunner {

	private static final int TASKS = 10;

	private final Task task;

	private final PrintStream out;

	ConsoleRun(Task task) {
		this.task = task;
		this.out = System.out;
	}

	@Override
	public void run(ApplicationArguments arguments) throws InterruptedException {
		this.out.println("Ten tasks at once, without the lock:");
		run(false);
		this.out.println("The same ten, each under the lock:");
		run(true);
	}

	private void run(boolean locked) throws InterruptedException {
		AtomicInteger working = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CountDownLatch together = new CountDownLatch(1);
		long began = System.currentTimeMillis() * 1000;
		ExecutorService threads = Executors.newFixedThreadPool(TASKS);
		for (int number = 1; number <= TASKS; number++) {
			Task.Order order = new Task.Order(number, locked, "ten-tasks", Duration.ofMillis(100),
					Duration.ofSeconds(60), null);
			threads.execute(() -> {
				await(together);
				this.task.run(order, (event) -> print(event, began, working, most));
			});
		}
		together.countDown();
		threads.shutdown();
		threads.awaitTermination(5, TimeUnit.MINUTES);
		this.out.println("At most " + most + " of " + TASKS + " worked at the same time.");
		this.out.println();
	}

	private void print(TaskEvent event, long began, AtomicInteger working, AtomicInteger most) {
		synchronized (this.out) {
			if (event.kind() == Kind.START) {
				most.accumulateAndGet(working.incrementAndGet(), Math::max);
			}
			if (event.kind() == Kind.END) {
				working.decrementAndGet();
			}
			this.out.println(event.line(began));
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
