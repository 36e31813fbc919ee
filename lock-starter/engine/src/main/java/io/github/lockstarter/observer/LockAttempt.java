package io.github.lockstarter.observer;

import java.util.Objects;

import io.github.lockstarter.text.LoggedText;

/**
 * The attempt of one caller to acquire one lock: the same object in all events about it,
 * so that an observer can use it as a key. Compared by identity. It may be kept
 * indefinitely: it references neither the lease nor its user.
 */
public final class LockAttempt {

	private final String namespace;

	private final String name;

	private final Mode mode;

	/**
	 * Creates an attempt to hold a lock exclusively; for tests of observers.
	 * @param namespace what kind of thing is locked
	 * @param name the full lock name
	 */
	public LockAttempt(String namespace, String name) {
		this(namespace, name, Mode.WRITE);
	}

	/**
	 * Creates an attempt; for tests of observers.
	 * @param namespace what kind of thing is locked
	 * @param name the full lock name
	 * @param mode how the lock is shared
	 */
	public LockAttempt(String namespace, String name, Mode mode) {
		this.namespace = Objects.requireNonNull(namespace, "namespace");
		this.name = Objects.requireNonNull(name, "name");
		this.mode = Objects.requireNonNull(mode, "mode");
	}

	/**
	 * Returns what kind of thing is locked: the same for all keys of one annotated
	 * method, so suitable for grouping if the application names its locks well.
	 * @return the namespace
	 */
	public String namespace() {
		return this.namespace;
	}

	/**
	 * Returns what is locked. There may be as many names as users or orders, and a name
	 * may contain personal data.
	 * @return the full lock name, without the configured key prefix
	 */
	public String name() {
		return this.name;
	}

	public Mode mode() {
		return this.mode;
	}

	@Override
	public String toString() {
		return "LockAttempt[" + LoggedText.name(this.name) + "]";
	}

	/**
	 * How a lock is shared, as the tag {@code mode} of meters and observations says it.
	 */
	public enum Mode {

		/**
		 * Exclusive.
		 */
		WRITE("write"),

		/**
		 * Shared with all other readers.
		 */
		READ("read"),

		/**
		 * Shared by a limited number of holders.
		 */
		PERMIT("permit");

		private final String tag;

		Mode(String tag) {
			this.tag = tag;
		}

		public String tag() {
			return this.tag;
		}

	}

}
