package io.github.lockstarter.runtime;

/**
 * What the locks have threads for.
 */
public enum ThreadKind {

	/**
	 * Looks at all holds, and sends what is due: a loop.
	 */
	RENEWAL("distributed-lock-renewal"),

	/**
	 * Repeats what nobody waits for; time-outs: a scheduler.
	 */
	BACKGROUND("distributed-lock-background-"),

	/**
	 * Steps of entries that no thread waits for; one after the other.
	 */
	ASYNC("distributed-lock-async-"),

	/**
	 * Waits for the application's executor to take work; one after the other.
	 */
	SUBMISSION("distributed-lock-submission-"),

	/**
	 * Tells callers of futures and publishers; each may block.
	 */
	CALLER("distributed-lock-caller-"),

	/**
	 * Time-outs of these calls, also after a stop; one after the other.
	 */
	CALLER_TIME("distributed-lock-caller-time-"),

	/**
	 * Runs methods with futures, where the application has no executor; each may block.
	 */
	TASK("distributed-lock-task-"),

	/**
	 * Runs loss listeners, and writes to the log that a lock was lost; a few at once.
	 */
	LISTENER("distributed-lock-listener-"),

	/**
	 * Tells observers; one event after the other.
	 */
	OBSERVER("distributed-lock-observer-"),

	/**
	 * Starts the locks for a future that comes before the application has; one after the
	 * other.
	 */
	START("distributed-lock-start-"),

	/**
	 * Connects, and watches connections: a scheduler.
	 */
	CONNECTIONS("distributed-lock-connections"),

	/**
	 * Looks up a name, which may block: a scheduler.
	 */
	NAMES("distributed-lock-names"),

	/**
	 * Pauses and repetitions of a quorum: a scheduler.
	 */
	QUORUM("distributed-lock-quorum"),

	/**
	 * Commands of a store whose client blocks; one after the other: a scheduler.
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

	/**
	 * What such a thread is called.
	 * @return the name, or what it begins with if it ends with a hyphen: a number follows
	 */
	public String threadName() {
		return this.threadName;
	}

}
