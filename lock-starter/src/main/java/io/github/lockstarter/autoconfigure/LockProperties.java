package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.Ordered;

import io.github.lockstarter.core.EngineProperties;

/**
 * The {@code distributed-lock.*} properties.
 */
@ConfigurationProperties("distributed-lock")
public class LockProperties extends EngineProperties {

	/**
	 * Whether annotated methods are locked. When false they run without a lock, and one
	 * warning at start counts them.
	 */
	private boolean enabled = true;

	/**
	 * Which store keeps the locks, of those on the class path. Needed where there are
	 * several; all instances that share locks need the same.
	 */
	private @Nullable String store;

	/**
	 * Prefix of every name in the store, such as keys and channels in Redis. All
	 * instances that share locks need the same.
	 */
	private String keyPrefix = "lock";

	/**
	 * Whether a lock that is released inside an open transaction, by a locked method or
	 * by a caller that blocks, is kept until that transaction has completed.
	 */
	private boolean releaseAfterTransaction = true;

	private final Aspect aspect = new Aspect();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable String getStore() {
		return this.store;
	}

	public void setStore(@Nullable String store) {
		this.store = store;
	}

	public String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public boolean isReleaseAfterTransaction() {
		return this.releaseAfterTransaction;
	}

	public void setReleaseAfterTransaction(boolean releaseAfterTransaction) {
		this.releaseAfterTransaction = releaseAfterTransaction;
	}

	public Aspect getAspect() {
		return this.aspect;
	}

	/**
	 * The lock among the other advice on a method.
	 */
	public static class Aspect {

		/**
		 * Order of the lock among the advice on a method. The default is inside method
		 * security and outside transactions and caches.
		 */
		private int order = Ordered.LOWEST_PRECEDENCE - 100;

		/**
		 * Whether to warn at startup of locked methods with a transaction while
		 * spring.jpa.open-in-view is on.
		 */
		private boolean warnOpenInView = true;

		public int getOrder() {
			return this.order;
		}

		public void setOrder(int order) {
			this.order = order;
		}

		public boolean isWarnOpenInView() {
			return this.warnOpenInView;
		}

		public void setWarnOpenInView(boolean warnOpenInView) {
			this.warnOpenInView = warnOpenInView;
		}

	}

}
