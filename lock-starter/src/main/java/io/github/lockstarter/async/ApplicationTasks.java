package io.github.lockstarter.async;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Where code of the application runs that waited for a lock without a thread: on the
 * application's task executor, with the context of its caller. A lock is granted on a
 * thread of Netty or of the engine, which code of the application could block.
 */
public final class ApplicationTasks {

	private static final Log logger = LogFactory.getLog(ApplicationTasks.class);

	private final Supplier<Executor> executor;

	private final Supplier<List<TaskDecorator>> decorators;

	private final Executor substitute;

	private final Supplier<Executor> submitter;

	/**
	 * Creates the tasks for an executor that takes or refuses a task at once.
	 * @param executor the application's task executor
	 * @param decorators carry context from the calling thread to that of the task
	 * @param substitute threads that tell a caller what became of its call when the
	 * executor takes no task
	 */
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<TaskDecorator>> decorators,
			Executor substitute) {
		this(executor, decorators, substitute, () -> Runnable::run);
	}

	/**
	 * Creates the tasks. What is supplied is asked for at the first use.
	 * @param executor the application's task executor
	 * @param decorators carry context from the calling thread to that of the task
	 * @param substitute threads that tell a caller what became of its call when the
	 * executor takes no task
	 * @param submitter where tasks are given to the executor, which may wait until it
	 * takes them
	 */
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<TaskDecorator>> decorators, Executor substitute,
			Supplier<Executor> submitter) {
		this.executor = executor;
		this.decorators = decorators;
		this.substitute = substitute;
		this.submitter = submitter;
	}

	/**
	 * Takes the context of the calling thread along.
	 * @param task a task that is run later
	 * @return the task, in the context of now
	 */
	public Runnable capture(Runnable task) {
		this.submitter.get(); // here: to find the executor may create beans
		Runnable captured = task;
		for (TaskDecorator decorator : this.decorators.get()) {
			captured = decorator.decorate(captured);
		}
		return captured;
	}

	/**
	 * Runs a task on the application's task executor.
	 * @param task the task
	 * @param rejected called instead if the executor does not take it, is shut down, or
	 * would run it on the thread that submits it, where it may be the only one that
	 * serves others
	 */
	public void run(Runnable task, Consumer<Throwable> rejected) {
		Executor from;
		try {
			from = this.submitter.get();
		}
		catch (RuntimeException ex) {
			rejected.accept(ex); // there is no executor any more
			return;
		}
		from.execute(() -> submit(task, rejected));
	}

	private void submit(Runnable task, Consumer<Throwable> rejected) {
		Submission submission = new Submission(task);
		boolean shutDown;
		try {
			Executor taker = this.executor.get();
			taker.execute(submission);
			shutDown = isShutDown(taker);
		}
		catch (RuntimeException | Error ex) {
			rejected.accept(ex);
			return;
		}
		if (!submission.isHandedOver()) {
			rejected.accept(new RejectedExecutionException("The task executor is full, or has no thread of its own: it "
					+ "ran the work on the thread that submitted it, where nothing may run that could block"));
		}
		else if (shutDown && submission.takeBack()) {
			rejected.accept(new RejectedExecutionException("The task executor is shut down"));
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
	 * Tells a caller something: on the application's task executor, or where it takes no
	 * task on another thread that may be blocked.
	 * @param task completes what the caller waits for
	 */
	public void tell(Runnable task) {
		tell(task, task);
	}

	/**
	 * The same as {@link #tell}, in the context of the thread that calls this method.
	 * @return tells one thing
	 */
	public Executor caller() {
		AtomicReference<Runnable> news = new AtomicReference<>(() -> {
		});
		Runnable once = () -> news.getAndSet(() -> {
		}).run();
		Runnable captured = capture(once);
		return (task) -> {
			news.set(task);
			tell(() -> {
				try {
					captured.run();
				}
				finally {
					once.run(); // the context could not be restored
				}
			}, once);
		};
	}

	private void tell(Runnable task, Runnable otherwise) {
		run(task, (ex) -> {
			logger.debug("The task executor takes no task", ex);
			this.substitute.execute(otherwise);
		});
	}

	/**
	 * A task on its way to another thread.
	 */
	private static final class Submission implements Runnable {

		private final Runnable task;

		private final Thread submitter = Thread.currentThread();

		private final AtomicBoolean taken = new AtomicBoolean();

		// Both are of the submitter's thread alone.
		private boolean submitted;

		private boolean ranAtOnce;

		Submission(Runnable task) {
			this.task = task;
		}

		@Override
		public void run() {
			if (Thread.currentThread() == this.submitter && !this.submitted) {
				this.ranAtOnce = true;
			}
			else if (this.taken.compareAndSet(false, true)) {
				this.task.run();
			}
		}

		/**
		 * Makes sure that it does not run any more.
		 * @return whether it has not begun
		 */
		boolean takeBack() {
			return this.taken.compareAndSet(false, true);
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
