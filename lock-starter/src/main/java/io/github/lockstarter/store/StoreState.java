package io.github.lockstarter.store;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Whether a store can be asked, and whether it can tell waiters of their turn, as this
 * instance sees it without asking.
 *
 * @param commands whether commands reach the store
 * @param messages whether messages of the store reach this instance; without them its
 * waiters ask more often
 */
public record StoreState(Link commands, Link messages) {

	/**
	 * The state of a store that does not say, or is not started.
	 */
	public static final StoreState UNKNOWN = new StoreState(Link.UNKNOWN, Link.UNKNOWN);

	/**
	 * One way between this instance and the store.
	 *
	 * @param condition whether it stands
	 * @param trouble why it does not, for people; null if it stands
	 * @param since since when it does not; null if it stands
	 */
	public record Link(Condition condition, @Nullable String trouble, @Nullable Instant since) {

		/**
		 * A way that stands.
		 */
		public static final Link UP = new Link(Condition.UP, null, null);

		/**
		 * A way about which nothing is known.
		 */
		public static final Link UNKNOWN = new Link(Condition.UNKNOWN, null, null);

		/**
		 * A way that does not stand.
		 * @param trouble why, for people
		 * @param since since when
		 * @return the link
		 */
		public static Link down(String trouble, Instant since) {
			return new Link(Condition.DOWN, trouble, since);
		}

	}

	/**
	 * Whether a way stands.
	 */
	public enum Condition {

		/**
		 * It stands.
		 */
		UP,

		/**
		 * It does not stand; the store tries to get it back.
		 */
		DOWN,

		/**
		 * The store does not say, or is not started.
		 */
		UNKNOWN;

		/**
		 * The condition for people.
		 * @return its name in lower case
		 */
		public String text() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
