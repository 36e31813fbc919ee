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
	 * Whether annotated methods are locked. If false, they run without a lock, and a
	 * warning at startup counts them.
	 */
	private boolean enabled = true;

	/**
	 * Name of the store that keeps the locks. Required if several are on the class path;
	 * the same for all instances that share locks.
	 */
	private @Nullable String store;

	/**
	 * Prefix of every name in the store, such as keys and channels in Redis. The same for
	 * all instances that share locks.
	 */
	private String keyPrefix = "lock";

	/**
	 * Whether a lock that is released inside an open transaction, by a locked method or
	 * by a caller that blocks, is kept until that transaction has completed.
	 */
	private boolean releaseAfterTransaction = true;

	/**
	 * Whether log lines, exception messages and traces contain a short hash instead of
	 * each lock name. Applies to all applications of the JVM.
	 */
	private boolean hashNames;

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

	public boolean isHashNames() {
		return this.hashNames;
	}

	public void setHashNames(boolean hashNames) {
		this.hashNames = hashNames;
	}

	public Aspect getAspect() {
		return this.aspect;
	}

	/**
	 * The advice for locked methods.
	 */
	public static class Aspect {

		/**
		 * Order of the lock among the advice on a method. The default is inside method
		 * security and outside transactions and caches.
		 */
		private int order = Ordered.LOWEST_PRECEDENCE - 100;

		/**
		 * Whether to warn at startup of transactional locked methods while
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
