package io.github.lockstarter.proof.history;

import java.util.EnumSet;
import java.util.Set;

/**
 * The kinds of fault, and what each may lead to without a promise being broken. A kind
 * that excuses nothing must go unnoticed by callers.
 */
public enum FaultKind {

	/**
	 * Replies of Redis are thrown away, then the connections break.
	 */
	DROPPED_REPLIES(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Everything between a client and Redis takes longer.
	 */
	DELAY(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * The connections of a client are cut.
	 */
	CUT(Effect.ORDER, Effect.OUTAGE),

	/**
	 * Nothing gets through any more, and nobody is told.
	 */
	BLACK_HOLE(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Commands reach Redis long after the client has closed the connection.
	 */
	LATE_DELIVERY(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Messages on the push connection are thrown away.
	 */
	LOST_PUSH(Effect.ORDER),

	/**
	 * A client process is stopped for longer than its leases.
	 */
	PAUSED_CLIENT(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * A client process is killed.
	 */
	KILLED_CLIENT(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis forgets the scripts.
	 */
	SCRIPT_FLUSH(),

	/**
	 * Redis closes all connections.
	 */
	KILLED_CONNECTIONS(Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis is killed and comes back empty.
	 */
	RESTART(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis has no memory for writes. A held lock is renewed and released all the same.
	 */
	FULL_MEMORY(Effect.ORDER, Effect.OUTAGE),

	/**
	 * Redis is stopped for a while.
	 */
	PAUSED_REDIS(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * The server's wall clock is set.
	 */
	SERVER_CLOCK(Effect.LOSS, Effect.ORDER, Effect.OUTAGE),

	/**
	 * The wall clock of a client is set.
	 */
	CLIENT_CLOCK(Effect.LOSS, Effect.ORDER, Effect.OUTAGE);

	private final Set<Effect> effects;

	FaultKind(Effect... effects) {
		this.effects = EnumSet.noneOf(Effect.class);
		this.effects.addAll(Set.of(effects));
	}

	/**
	 * Whether the fault may have that effect on whom it hits.
	 * @param effect the effect
	 * @return whether a caller may notice it
	 */
	public boolean excuses(Effect effect) {
		return this.effects.contains(effect);
	}

	/**
	 * What a caller may notice of a fault.
	 */
	public enum Effect {

		/**
		 * A lease that is renewed is lost.
		 */
		LOSS,

		/**
		 * A waiter is overtaken.
		 */
		ORDER,

		/**
		 * Redis cannot be reached, answers take longer, a wait is over late.
		 */
		OUTAGE

	}

}
