package io.github.lockstarter.async;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.core.CallerThreads;
import io.github.lockstarter.text.DurationText;

/**
 * Where code of the application runs that waited for a lock without a thread, with the
 * context of its caller: a lock is granted on a thread of Netty or of the engine, which
 * code of the application could block.
 *
 * <p>
 * Work runs on the application's task executor, which has some time to begin it. Callers
 * are told on threads of the locks for that alone: all threads of the executor may be
 * waiting for what they are told.
 */
public final class ApplicationTasks {

	private static final Log logger = LogFactory.getLog(ApplicationTasks.class);

	// As long as a command may take by default.
	private static final Duration SOON = Duration.ofSeconds(1);

	private final Supplier<Executor> executor;

	private final Supplier<List<TaskDecorator>> decorators;

	private final CallerThreads threads;

	private final Supplier<Executor> submitter;

	/**
	 * Creates the tasks for an executor that takes or refuses a task at once.
	 * @param executor the application's task executor
	 * @param decorators carry context from the calling thread to that of the task
	 * @param threads tell callers what became of their calls
	 */
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<TaskDecorator>> decorators,
			CallerThreads threads) {
		this(executor, decorators, threads, () -> Runnable::run);
	}

	/**
	 * Creates the tasks. What is supplied is asked for at the first use.
	 * @param executor the application's task executor
	 * @param decorators carry context from the calling thread to that of the task
	 * @param threads tell callers what became of their calls
	 * @param submitter where tasks are given to the executor, which may wait until it
	 * takes them
	 */
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<TaskDecorator>> decorators,
			CallerThreads threads, Supplier<Executor> submitter) {
		this.executor = executor;
		this.decorators = decorators;
		this.threads = threads;
		this.submitter = submitter;
	}

	/**
	 * Takes the context of the calling thread along, and the leases under which it works:
	 * the task is work of theirs, too.
	 * @param task a task that is run later
	 * @return the task, in the context of now
	 */
	public Runnable capture(Runnable task) {
		List<Lease> leases = LockContext.all();
		return decorate(() -> runUnder(leases, leases.size(), task));
	}

	private static void runUnder(List<Lease> leases, int count, Runnable task) {
		if (count == 0) {
			task.run();
			return;
		}
		try (LockContext.Scope scope = LockContext.open(leases.get(count - 1))) { // outermost
																					// first
			runUnder(leases, count - 1, task);
		}
	}

	private Runnable decorate(Runnable task) {
		this.submitter.get(); // here: to find the executor may create beans
		Runnable captured = task;
		for (TaskDecorator decorator : this.decorators.get()) {
			captured = decorator.decorate(captured);
		}
		return captured;
	}

	/**
	 * Runs a task, for which no lock is held, on the application's task executor, which
	 * has a second to begin it.
	 * @param task the task, with the context that it is to have
	 * @param rejected called instead, as in {@link #run(Runnable, Duration, Consumer)}
	 */
	public void runSoon(Runnable task, Consumer<Throwable> rejected) {
		run(task, SOON, rejected);
	}

	/**
	 * Runs a task on the application's task executor.
	 * @param task the task
	 * @param within how long the executor may take to begin it
	 * @param rejected called instead if the executor does not take it, has not begun it
	 * in time, is shut down, or would run it on the thread that submits it, where it may
	 * be the only one that serves others; must not block
	 * @return the task, which can be taken back until it begins
	 */
	public PendingTask run(Runnable task, Duration within, Consumer<Throwable> rejected) {
		PendingTask pending = new PendingTask(task, rejected);
		Executor from;
		try {
			from = this.submitter.get();
		}
		catch (RuntimeException ex) {
			pending.reject(ex); // there is no executor any more
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
			shutDown = isShutDown(taker);
		}
		catch (RuntimeException | Error ex) {
			pending.reject(ex);
			return;
		}
		if (!submission.isHandedOver()) {
			pending.reject(new RejectedExecutionException("The task executor is full, or has no thread of its own: it "
					+ "ran the work on the thread that submitted it, where nothing may run that could block"));
		}
		else if (shutDown) {
			pending.reject(new RejectedExecutionException("The task executor is shut down"));
		}
	}

	/**
	 * Whether it may have dropped what it was given, as with CallerRunsPolicy.
	 */
	private static boolean isShutDown(Executor executor) {
		if (executor instanceof ThreadPoolTaskExecutor pool) {
			return pool.getThreadPoolExecutor().isShutdown();
		}
		return executor instanceof ExecutorService service && service.isShutdown();
	}

	/**
	 * Tells a caller something, on a thread that it may block.
	 * @param task completes what the caller waits for
	 */
	public void tell(Runnable task) {
		this.threads.tell(task);
	}

	/**
	 * The same as {@link #tell}, in the context of the thread that calls this method.
	 * @return tells one thing after the other, each in that context
	 */
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

	/**
	 * The same as {@link #caller}, or {@link #tell} where the context cannot be captured:
	 * a lease is given back all the same.
	 * @return tells one thing after the other
	 */
	public Executor callerOrNone() {
		try {
			return caller();
		}
		catch (RuntimeException ex) {
			logger.debug("The context of a release could not be captured", ex);
			return this::tell;
		}
	}

	/**
	 * A task on its way to another thread.
	 */
	private static final class Submission implements Runnable {

		private final PendingTask pending;

		private final Thread submitter = Thread.currentThread();

		// Both are of the submitter's thread alone.
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

		/**
		 * Whether the executor has taken it, and did not run it at once.
		 */
		boolean isHandedOver() {
			this.submitted = true;
			return !this.ranAtOnce;
		}

	}

}
