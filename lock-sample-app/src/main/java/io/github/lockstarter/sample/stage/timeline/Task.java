package io.github.lockstarter.sample.stage.timeline;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

import org.springframework.stereotype.Component;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;
import io.github.lockstarter.sample.stage.timeline.TaskEvent.Kind;

/**
 * One of the ten: waits for the lock, works, gives it back, and says so.
 */
@Component
public class Task {

	private final LockOperations locks;

	private final ServerDirectory servers;

	Task(LockOperations locks, ServerDirectory servers) {
		this.locks = locks;
		this.servers = servers;
	}

	/**
	 * Runs a task on the calling thread. What goes wrong is told like everything else.
	 * @param order what to do
	 * @param report told what happens, when it happens
	 */
	public void run(TaskOrder order, Consumer<TaskEvent> report) {
		Told told = new Told(order, this.servers.self().name(), report);
		told.tell(Kind.WAIT, 0);
		if (!order.locked()) {
			work(order.work(), told, 0);
			return;
		}
		try (Lease lease = this.locks.acquire(order.request())) {
			told.tell(Kind.LOCK, lease.fencingToken());
			work(order.work(), told, lease.fencingToken());
			lease.ensureHeld();
			// Before the release and not after it: then the next one may be inside
			// already
			told.tell(Kind.UNLOCK, lease.fencingToken());
		}
		catch (LockException ex) {
			told.fail(ex.getMessage());
		}
	}

	private static void work(Duration duration, Told told, long token) {
		told.tell(Kind.START, token);
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		told.tell(Kind.END, token);
	}

	private record Told(TaskOrder order, String server, Consumer<TaskEvent> report) {

		void tell(Kind kind, long token) {
			tell(kind, token, "");
		}

		void fail(String problem) {
			tell(Kind.FAILED, 0, problem);
		}

		private void tell(Kind kind, long token, String problem) {
			long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
			this.report.accept(new TaskEvent(this.order.number(), this.server, kind, now,
					this.order.locked() ? this.order.lock() : "", token, problem));
		}

	}

}
