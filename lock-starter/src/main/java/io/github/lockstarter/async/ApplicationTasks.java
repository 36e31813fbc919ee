package io.github.lockstarter.async;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.task.TaskDecorator;

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

	/**
	 * Creates the tasks. What is supplied is asked for at the first use.
	 * @param executor the application's task executor
	 * @param decorators carry context from the calling thread to that of the task
	 * @param substitute threads that tell a caller what became of its call when the
	 * executor takes no task
	 */
	public ApplicationTasks(Supplier<Executor> executor, Supplier<List<TaskDecorator>> decorators,
			Executor substitute) {
		this.executor = executor;
		this.decorators = decorators;
		this.substitute = substitute;
	}

	/**
	 * Takes the context of the calling thread along.
	 * @param task a task that is run later
	 * @return the task, in the context of now
	 */
	public Runnable capture(Runnable task) {
		Runnable captured = task;
		for (TaskDecorator decorator : this.decorators.get()) {
			captured = decorator.decorate(captured);
		}
		return captured;
	}

	/**
	 * Runs a task on the application's task executor.
	 * @param task the task
	 * @param rejected called instead, on the calling thread, if the executor does not
	 * take it
	 */
	public void run(Runnable task, Consumer<RejectedExecutionException> rejected) {
		try {
			this.executor.get().execute(task);
		}
		catch (RejectedExecutionException ex) {
			rejected.accept(ex);
		}
	}

	/**
	 * Tells a caller something: on the application's task executor, or where it takes no
	 * task on another thread that may be blocked.
	 * @param task completes what the caller waits for
	 */
	public void tell(Runnable task) {
		run(task, (ex) -> {
			logger.debug("The task executor takes no task", ex);
			this.substitute.execute(task);
		});
	}

}
