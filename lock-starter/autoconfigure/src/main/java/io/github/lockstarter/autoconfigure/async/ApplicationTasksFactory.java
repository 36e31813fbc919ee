package io.github.lockstarter.autoconfigure.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.UnaryOperator;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.NonBlockingLocks;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * Finds the executor for work that waited for a lock without a thread: Spring Boot's
 * {@code applicationTaskExecutor}, otherwise the only {@link TaskExecutor} or the one
 * named {@code taskExecutor}, otherwise a thread for each task.
 */
final class ApplicationTasksFactory {

	private static final String BOOT_EXECUTOR = "applicationTaskExecutor";

	private static final String USUAL_EXECUTOR = "taskExecutor";

	private final BeanFactory beanFactory;

	private final LockRuntime runtime;

	ApplicationTasksFactory(BeanFactory beanFactory, LockRuntime runtime) {
		this.beanFactory = beanFactory;
		this.runtime = runtime;
	}

	ApplicationTasks create(NonBlockingLocks locks) {
		SingletonSupplier<Executor> executor = SingletonSupplier.of(this::executor);
		return new ApplicationTasks(executor, SingletonSupplier.of(this::decorators), locks.callerThreads(),
				SingletonSupplier
					.of(() -> takesAtOnce(executor.obtain()) ? Runnable::run : locks.callerThreads()::submit),
				ApplicationTasksFactory::isShutDown);
	}

	private static boolean isShutDown(Executor executor) {
		if (executor instanceof ThreadPoolTaskExecutor pool) {
			return pool.getThreadPoolExecutor().isShutdown();
		}
		return executor instanceof ExecutorService service && service.isShutdown();
	}

	// A limit of concurrent tasks blocks the caller, and an unknown executor may do so.
	private static boolean takesAtOnce(Executor executor) {
		if (executor instanceof ThreadPoolTaskExecutor pool) {
			return pool.getThreadPoolExecutor().getRejectedExecutionHandler() instanceof ThreadPoolExecutor.AbortPolicy;
		}
		return executor instanceof OwnThreads
				|| executor instanceof SimpleAsyncTaskExecutor threads && !threads.isThrottleActive();
	}

	private Executor executor() {
		if (this.beanFactory.containsBean(BOOT_EXECUTOR)) {
			return this.beanFactory.getBean(BOOT_EXECUTOR, Executor.class);
		}
		TaskExecutor only = this.beanFactory.getBeanProvider(TaskExecutor.class).getIfUnique();
		if (only != null) {
			return only;
		}
		if (this.beanFactory.containsBean(USUAL_EXECUTOR)) {
			return this.beanFactory.getBean(USUAL_EXECUTOR, Executor.class);
		}
		return new OwnThreads(this.runtime);
	}

	// the executor would apply them too late, on the thread that grants the lock
	private List<UnaryOperator<Runnable>> decorators() {
		List<TaskDecorator> decorators = new ArrayList<>(
				this.beanFactory.getBeanProvider(TaskDecorator.class).orderedStream().toList());
		if (isPresent("io.micrometer.context.ContextSnapshot")
				&& decorators.stream().noneMatch(ContextPropagatingTaskDecorator.class::isInstance)) {
			decorators.add(new ContextPropagatingTaskDecorator());
		}
		if (isPresent("org.slf4j.MDC")) {
			decorators.add(new MdcTaskDecorator());
		}
		return decorators.stream().<UnaryOperator<Runnable>>map((decorator) -> decorator::decorate).toList();
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, ApplicationTasksFactory.class.getClassLoader());
	}

	private record OwnThreads(LockRuntime runtime) implements Executor {

		@Override
		public void execute(Runnable task) {
			this.runtime.execute(ThreadKind.TASK, task);
		}

	}

}
