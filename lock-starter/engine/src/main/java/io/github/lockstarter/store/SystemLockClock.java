package io.github.lockstarter.store;

/**
 * The clocks of the JVM: {@link System#nanoTime()} and
 * {@link System#currentTimeMillis()}.
 */
public final class SystemLockClock implements LockClock {

	@Override
	public Moment now() {
		return new Moment(System.nanoTime(), System.currentTimeMillis());
	}

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

}
