package io.github.lockstarter.async;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.core.CallerThreads;
import io.github.lockstarter.text.DurationText;

/**
 * Runs application code after a wait that had no thread of its own, in the context of its
 * caller. Locks are granted on threads of Netty or of the engine, which application code
 * could block.
 *
 * <p>
 * Work runs on the application's task executor, which must start it within a limit.
 * Callers are notified on separate threads of the locks, because all threads of the
 * executor may be waiting for that notification.
 */
public final class ApplicationTasks {

	private static final Logger logger = LoggerFactory.getLogger(ApplicationTasks.class);

	// As long as a command may take by default.
	private static final Duration SOON = Duration.ofSeconds(1);

	private final Supplier<Executor> executor;

	private final Supplier<List<UnaryOperator<Runnable>>> decorators;

	private final CallerThreads threads;

	private final Supplier<Executor> submitter;

	private final Predicate<Executor> shutDown;

	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<UnaryOperator<Runnable>>> decorators,
			CallerThreads threads) {
		this(executor, decorators, threads, () -> Runnable::run, ApplicationTasks::isShutDown);
	}

	// The suppliers are called at the first use. The submitter runs the submission to the
	// executor, which may block. The predicate tells whether an executor is shut down.
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<UnaryOperator<Runnable>>> decorators,
			CallerThreads threads, Supplier<Executor> submitter, Predicate<Executor> shutDown) {
		this.executor = executor;
		this.decorators = decorators;
		this.threads = threads;
		this.submitter = submitter;
		this.shutDown = shutDown;
	}

	// The task also works under the current leases.
	public Runnable capture(Runnable task) {
		List<Lease> leases = LockContext.all();
		return decorate(() -> runUnder(leases, leases.size(), task));
	}

	private static void runUnder(List<Lease> leases, int count, Runnable task) {
		if (count == 0) {
			task.run();
			return;
		}
		// outermost first
		try (LockContext.Scope scope = LockContext.open(leases.get(count - 1))) {
			runUnder(leases, count - 1, task);
		}
	}

	private Runnable decorate(Runnable task) {
		this.submitter.get(); // here, because it may create beans
		Runnable captured = task;
		for (UnaryOperator<Runnable> decorator : this.decorators.get()) {
			captured = decorator.apply(captured);
		}
		return captured;
	}

	public void runSoon(Runnable task, Consumer<Throwable> rejected) {
		run(task, SOON, rejected);
	}

	// "rejected" is called instead, and must not block, if the executor rejects the task,
	// does not start it in time, is shut down, or would run it on the submitting thread,
	// where it could block others.
	public PendingTask run(Runnable task, Duration within, Consumer<Throwable> rejected) {
		PendingTask pending = new PendingTask(task, rejected);
		Executor from;
		try {
			from = this.submitter.get();
		}
		catch (RuntimeException ex) {
			pending.reject(ex); // the executor is gone
			return pending;
		}
		pending.timer(this.threads.later(() -> pending.reject(tooLate(within)), within));
		from.execute(() -> submit(pending));
		return pending;
	}

	private static RejectedExecutionException tooLate(Duration within) {
		return new RejectedExecutionException("The task executor has not begun the work within "
				+ DurationText.lasted(within)
				+ ", so it does not run, and its lock is given back. All its threads were busy, perhaps waiting for "
				+ "this very result: give the executor more threads, wait longer (waitTime), or do not wait (join, "
				+ "get, block) on its threads for work that needs one of them");
	}

	private void submit(PendingTask pending) {
		if (pending.isDecided()) {
			return;
		}
		Submission submission = new Submission(pending);
		boolean shutDown;
		try {
			Executor taker = this.executor.get();
			taker.execute(submission);
			shutDown = this.shutDown.test(taker);
		}
		catch (RuntimeException | Error ex) {
			pending.reject(ex);
			return;
		}
		if (!submission.isHandedOver()) {
			pending.reject(new RejectedExecutionException("The task executor is full, or has no thread of its own: it "
					+ "ran the work on the thread that submitted it, which must not block"));
		}
		else if (shutDown) {
			pending.reject(new RejectedExecutionException("The task executor is shut down"));
		}
	}

	// Then it may have dropped the task silently, as CallerRunsPolicy does.
	private static boolean isShutDown(Executor executor) {
		return executor instanceof ExecutorService service && service.isShutdown();
	}

	public void tell(Runnable task) {
		this.threads.tell(task);
	}

	// Runs one task at a time in the context of the current thread, on threads that may
	// block.
	public Executor caller() {
		ThreadLocal<Runnable> news = new ThreadLocal<>();
		Runnable captured = decorate(() -> {
			Runnable told = news.get();
			if (told != null) {
				told.run();
			}
		});
		return (task) -> tell(() -> {
			AtomicBoolean told = new AtomicBoolean();
			Runnable once = () -> {
				if (told.compareAndSet(false, true)) {
					task.run();
				}
			};
			news.set(once);
			try {
				captured.run();
			}
			finally {
				news.remove();
				once.run(); // the context could not be restored
			}
		});
	}

	// Without a context if it cannot be captured, so that a lease is released
	// nevertheless.
	public Executor callerOrNone() {
		try {
			return caller();
		}
		catch (RuntimeException ex) {
			logger.debug("The context of a release could not be captured", ex);
			return this::tell;
		}
	}

	// A task on its way to another thread.
	private static final class Submission implements Runnable {

		private final PendingTask pending;

		private final Thread submitter = Thread.currentThread();

		// Both are used by the submitting thread only.
		private boolean submitted;

		private boolean ranAtOnce;

		Submission(PendingTask pending) {
			this.pending = pending;
		}

		@Override
		public void run() {
			if (Thread.currentThread() == this.submitter && !this.submitted) {
				this.ranAtOnce = true;
			}
			else {
				this.pending.begin();
			}
		}

		boolean isHandedOver() {
			this.submitted = true;
			return !this.ranAtOnce;
		}

	}

}
