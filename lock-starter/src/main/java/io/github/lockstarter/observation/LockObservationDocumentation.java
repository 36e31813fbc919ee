package io.github.lockstarter.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of the locks, and what they say by default.
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
	 * Names of few values: tags of meters, too.
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
		 * How it ended; not there before.
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
	 * Names of many values: seen in spans only.
	 */
	public enum HighCardinality implements KeyName {

		/**
		 * Which lock, and possibly personal data.
		 */
		LOCK_KEY("lock.key"),

		/**
		 * The fencing token of the holder, where there is one.
		 */
		FENCING_TOKEN("lock.fencing.token"),

		/**
		 * "true" if the lock came from its former holder; not there otherwise.
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
