package io.github.lockstarter.core;

/**
 * A caller as those see it who have the lock in this JVM before it.
 */
final class QueuedCaller implements LocalWaiter {

	private final EngineContext context;

	private final Caller caller;

	private final WaitBudget budget;

	private final Runnable wake;

	/**
	 * Creates the waiter, which is in no queue.
	 * @param context what all callers share
	 * @param caller who asks for what
	 * @param budget what its wait is paid from
	 * @param wake wakes whoever drives it
	 */
	QueuedCaller(EngineContext context, Caller caller, WaitBudget budget, Runnable wake) {
		this.context = context;
		this.caller = caller;
		this.budget = budget;
		this.wake = wake;
	}

	@Override
	public void wake() {
		this.wake.run();
	}

	@Override
	public boolean isRenewed() {
		return this.caller.terms().renewed();
	}

	@Override
	public StoreAttempt newAttempt() {
		return new StoreAttempt(this.context, this.caller.name(), this.caller.terms().leaseMillis(), this.budget,
				this.wake);
	}

}
