package io.github.lockstarter.observer;

import java.util.Objects;

import io.github.lockstarter.text.LoggedText;

/**
 * One caller's wish for one lock: the same object in all events about it, so that what an
 * observer keeps about the attempt can be found again. Compared by identity. It may be
 * kept for as long as one likes: neither the lease nor its user can be reached from it.
 */
public final class LockAttempt {

	private final String namespace;

	private final String name;

	private final Mode mode;

	/**
	 * Creates an attempt to hold a lock alone. The locks do that; tests of observers may.
	 * @param namespace what kind of thing is locked
	 * @param name the full lock name
	 */
	public LockAttempt(String namespace, String name) {
		this(namespace, name, Mode.WRITE);
	}

	/**
	 * Creates the attempt. The locks do that; tests of observers may.
	 * @param namespace what kind of thing is locked
	 * @param name the full lock name
	 * @param mode how the lock is to be shared
	 */
	public LockAttempt(String namespace, String name, Mode mode) {
		this.namespace = Objects.requireNonNull(namespace, "namespace");
		this.name = Objects.requireNonNull(name, "name");
		this.mode = Objects.requireNonNull(mode, "mode");
	}

	/**
	 * What kind of thing is locked: the same for all keys of one annotated method. What
	 * to group by; there are few of them if the application names its locks well.
	 * @return the namespace
	 */
	public String namespace() {
		return this.namespace;
	}

	/**
	 * What is locked. There may be as many names as there are users or orders, and a name
	 * may hold personal data.
	 * @return the full lock name, without the configured key prefix
	 */
	public String name() {
		return this.name;
	}

	/**
	 * How the lock is to be shared.
	 * @return what the caller has asked for
	 */
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
		 * With nobody.
		 */
		WRITE("write"),

		/**
		 * With all others that read.
		 */
		READ("read"),

		/**
		 * With as many as there are permits.
		 */
		PERMIT("permit");

		private final String tag;

		Mode(String tag) {
			this.tag = tag;
		}

		/**
		 * The value of the tag.
		 * @return one word
		 */
		public String tag() {
			return this.tag;
		}

	}

}
