package io.github.lockstarter.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of locks with their default key names.
 */
public enum LockObservationDocumentation implements ObservationDocumentation {

	/**
	 * From the caller's entry to the answer.
	 */
	ACQUIRE {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultLockAcquireObservationConvention.class;
		}

	},

	/**
	 * From the acquisition to the release or the loss.
	 */
	HOLD {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultLockHoldObservationConvention.class;
		}

	};

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return LowCardinality.values();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return HighCardinality.values();
	}

	/**
	 * Names with few values, which are also tags of meters.
	 */
	public enum LowCardinality implements KeyName {

		/**
		 * What kind of thing is locked.
		 */
		LOCK_NAME("lock.name"),

		/**
		 * What kind of store keeps the lock.
		 */
		STORE("store"),

		/**
		 * How the lock is shared: "write", "read" or "permit".
		 */
		MODE("mode"),

		/**
		 * How it ended; absent before the end.
		 */
		OUTCOME("outcome");

		private final String text;

		LowCardinality(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

	/**
	 * Names with many values, in spans only.
	 */
	public enum HighCardinality implements KeyName {

		/**
		 * Which lock; may contain personal data, unless names are hashed.
		 */
		LOCK_KEY("lock.key"),

		/**
		 * The fencing token of the holder, if there is one.
		 */
		FENCING_TOKEN("lock.fencing.token"),

		/**
		 * "true" if the lock was handed over by its former holder; absent otherwise.
		 */
		HANDED_OVER("lock.handed.over");

		private final String text;

		HighCardinality(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

	}

}
