package io.github.lockstarter.observation;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one wait for a lock, or one hold of it.
 */
public final class LockObservationContext extends Observation.Context {

	private final Stage stage;

	private final String lockName;

	private final String key;

	private final String store;

	private final String mode;

	private volatile @Nullable String outcome;

	private volatile long fencingToken;

	private volatile boolean handedOver;

	LockObservationContext(Stage stage, String lockName, String key, String store, String mode) {
		this.stage = stage;
		this.lockName = lockName;
		this.key = key;
		this.store = store;
		this.mode = mode;
	}

	public Stage getStage() {
		return this.stage;
	}

	/**
	 * Returns what kind of thing is locked: one of few values, see {@code NameLimit}.
	 * @return the namespace, or "other"
	 */
	public String getLockName() {
		return this.lockName;
	}

	/**
	 * Returns which lock it is: one of many values, possibly with personal data.
	 * @return the full lock name, or its hash with {@code distributed-lock.hash-names}
	 */
	public String getKey() {
		return this.key;
	}

	public String getStore() {
		return this.store;
	}

	public String getMode() {
		return this.mode;
	}

	// Null before the end.
	public @Nullable String getOutcome() {
		return this.outcome;
	}

	// Zero if there is none.
	public long getFencingToken() {
		return this.fencingToken;
	}

	public boolean isHandedOver() {
		return this.handedOver;
	}

	void ended(String outcome) {
		this.outcome = outcome;
	}

	void token(long fencingToken) {
		this.fencingToken = fencingToken;
	}

	void cameFromItsFormerHolder() {
		this.handedOver = true;
	}

	/**
	 * The two observations of an acquisition.
	 */
	public enum Stage {

		/**
		 * From the caller's entry to the answer.
		 */
		ACQUIRE,

		/**
		 * From the acquisition to the release or the loss.
		 */
		HOLD

	}

}
