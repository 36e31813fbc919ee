package io.github.lockstarter.store;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Whether this instance can reach a store, and be reached by its notifications, without
 * asking it.
 *
 * @param commands whether commands reach the store
 * @param messages whether notifications of the store reach this instance; without them
 * its waiters poll more often
 */
public record StoreState(Link commands, Link messages) {

	/**
	 * The state of a store that is unknown or not started.
	 */
	public static final StoreState UNKNOWN = new StoreState(Link.UNKNOWN, Link.UNKNOWN);

	/**
	 * A link between this instance and the store.
	 *
	 * @param condition whether it is up
	 * @param trouble why it is down, for people; otherwise {@code null}
	 * @param since when it went down; otherwise {@code null}
	 */
	public record Link(Condition condition, @Nullable String trouble, @Nullable Instant since) {

		/**
		 * A link that is up.
		 */
		public static final Link UP = new Link(Condition.UP, null, null);

		/**
		 * A link about which nothing is known.
		 */
		public static final Link UNKNOWN = new Link(Condition.UNKNOWN, null, null);

		public static Link down(String trouble, Instant since) {
			return new Link(Condition.DOWN, trouble, since);
		}

	}

	/**
	 * The condition of a link.
	 */
	public enum Condition {

		/**
		 * It is up.
		 */
		UP,

		/**
		 * It is down; the store reconnects.
		 */
		DOWN,

		/**
		 * Unknown, or the store is not started.
		 */
		UNKNOWN;

		public String text() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
