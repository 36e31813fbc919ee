package io.github.lockstarter.redis;

import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Proves that messages of scripts arrive. There are servers and proxies that take a
 * subscription and deliver nothing that a script sends: waiters who trusted it would ask
 * far too seldom.
 */
final class PushProbe {

	/**
	 * The message of the probe.
	 */
	static final String MESSAGE = "probe";

	// Looks, two per command timeout. So often at first, for it may have been sent while
	// something was on its way elsewhere; and then now and then.
	private static final int EAGER = 10;

	private static final int SELDOM = 20;

	private static final Log logger = LogFactory.getLog(LettuceLockStore.class);

	private final String address;

	private final Predicate<String> sender;

	private final String id;

	private volatile boolean proven;

	private int looks;

	/**
	 * Creates the probe of one node.
	 * @param address the node, for people
	 * @param id an attempt of this instance, to which it is sent
	 * @param sender sends it to an attempt, and says whether it could
	 */
	PushProbe(String address, String id, Predicate<String> sender) {
		this.address = address;
		this.id = id;
		this.sender = sender;
	}

	/**
	 * Sends it, if it can be sent now.
	 */
	void send() {
		if (!this.proven && !this.sender.test(this.id)) {
			this.looks = 0;
		}
	}

	/**
	 * It has arrived.
	 * @return whether that is news
	 */
	boolean arrived() {
		boolean news = !this.proven;
		this.proven = true;
		return news;
	}

	/**
	 * The subscription is lost.
	 */
	void lost() {
		this.proven = false;
		this.looks = 0;
	}

	/**
	 * Called twice per command timeout while the subscription stands.
	 */
	void look() {
		if (this.proven) {
			return;
		}
		this.looks++;
		if (this.looks == EAGER) {
			logger.warn("Redis at " + this.address + " takes a subscription, but messages that scripts send do not "
					+ "arrive. Locks work, but a waiter of this instance finds its turn only by asking.");
		}
		if (this.looks <= EAGER || this.looks % SELDOM == 0) {
			send();
		}
	}

	/**
	 * Whether messages arrive.
	 */
	boolean isProven() {
		return this.proven;
	}

}
