package io.github.lockstarter.proof.workload;

import java.util.concurrent.ThreadPoolExecutor;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The task executor of an application that uses locks without blocking.
 */
public enum Tasks {

	/**
	 * A thread for everybody.
	 */
	AMPLE(64, Integer.MAX_VALUE),

	/**
	 * One thread, and everybody waits for it.
	 */
	ONE(1, Integer.MAX_VALUE),

	/**
	 * Two threads, and nobody waits: it is full most of the time.
	 */
	FULL(2, 0);

	private final int threads;

	private final int queue;

	Tasks(int threads, int queue) {
		this.threads = threads;
		this.queue = queue;
	}

	ThreadPoolTaskExecutor executor() {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setCorePoolSize(this.threads);
		executor.setMaxPoolSize(this.threads);
		executor.setQueueCapacity(this.queue);
		executor.setRejectedExecutionHandler(new ThreadPoolExecutor.AbortPolicy());
		executor.setThreadNamePrefix("proof-task-");
		executor.setDaemon(true);
		executor.setWaitForTasksToCompleteOnShutdown(false);
		return executor;
	}

}
