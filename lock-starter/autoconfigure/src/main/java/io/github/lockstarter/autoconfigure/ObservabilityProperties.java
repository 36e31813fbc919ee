package io.github.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The {@code distributed-lock.*} properties of meters, spans and health.
 */
@ConfigurationProperties("distributed-lock")
public class ObservabilityProperties {

	private final Metrics metrics = new Metrics();

	private final Observations observations = new Observations();

	private final Health health = new Health();

	public Metrics getMetrics() {
		return this.metrics;
	}

	public Observations getObservations() {
		return this.observations;
	}

	public Health getHealth() {
		return this.health;
	}

	/**
	 * Meters, if the application has Micrometer.
	 */
	public static class Metrics {

		/**
		 * Whether the locks have meters.
		 */
		private boolean enabled = true;

		/**
		 * How many lock namespaces have meters and spans of their own. All others share
		 * one, called "other".
		 */
		private int maxNames = 100;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

		public int getMaxNames() {
			return this.maxNames;
		}

		public void setMaxNames(int maxNames) {
			this.maxNames = maxNames;
		}

	}

	/**
	 * Spans, if the application has a tracer.
	 */
	public static class Observations {

		/**
		 * Whether waiting for a lock and holding it are spans.
		 */
		private boolean enabled = true;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

	}

	/**
	 * The health of the locks, if the application has Actuator.
	 */
	public static class Health {

		/**
		 * Whether the health is DOWN while the store cannot be reached. Otherwise it is
		 * UNKNOWN, and the application stays in service.
		 */
		private boolean downOnOutage;

		public boolean isDownOnOutage() {
			return this.downOnOutage;
		}

		public void setDownOnOutage(boolean downOnOutage) {
			this.downOnOutage = downOnOutage;
		}

	}

}
