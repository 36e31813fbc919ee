package io.github.lockstarter.runtime;

/**
 * The purposes of threads.
 */
public enum ThreadKind {

	/**
	 * Checks all holds and sends renewals: a loop.
	 */
	RENEWAL("distributed-lock-renewal"),

	/**
	 * Retries in the background, and timeouts: a scheduler.
	 */
	BACKGROUND("distributed-lock-background-"),

	/**
	 * Steps of asynchronous acquisitions; sequential.
	 */
	ASYNC("distributed-lock-async-"),

	/**
	 * Waits for the application's executor to accept work; sequential.
	 */
	SUBMISSION("distributed-lock-submission-"),

	/**
	 * Notifies callers of futures and publishers; each may block.
	 */
	CALLER("distributed-lock-caller-"),

	/**
	 * Timeouts of these calls, also after a stop; sequential.
	 */
	CALLER_TIME("distributed-lock-caller-time-"),

	/**
	 * Runs methods with futures if the application has no executor; each may block.
	 */
	TASK("distributed-lock-task-"),

	/**
	 * Runs loss listeners and logs losses; a few at once.
	 */
	LISTENER("distributed-lock-listener-"),

	/**
	 * Notifies observers; sequential.
	 */
	OBSERVER("distributed-lock-observer-"),

	/**
	 * Starts the locks for a future that is requested before the application has started;
	 * sequential.
	 */
	START("distributed-lock-start-"),

	/**
	 * Connects, and watches connections: a scheduler.
	 */
	CONNECTIONS("distributed-lock-connections"),

	/**
	 * Resolves host names, which may block: a scheduler.
	 */
	NAMES("distributed-lock-names"),

	/**
	 * Delays and retries of a quorum: a scheduler.
	 */
	QUORUM("distributed-lock-quorum"),

	/**
	 * Commands of a store whose client blocks; sequential: a scheduler.
	 */
	STORE("distributed-lock-store-"),

	/**
	 * Ends leases and places of a session, and keeps it alive: a scheduler.
	 */
	SESSION("distributed-lock-session");

	private final String threadName;

	ThreadKind(String threadName) {
		this.threadName = threadName;
	}

	// A number follows if the name ends with a hyphen.
	public String threadName() {
		return this.threadName;
	}

}
