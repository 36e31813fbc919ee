package io.github.lockstarter.autoconfigure;

import java.util.function.Supplier;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * The line at startup that shows whether two instances share their locks.
 */
final class StartLine implements Supplier<String> {

	private final LockStore store;

	private final LockSettings settings;

	private final String keyPrefix;

	private final String holder;

	StartLine(LockStore store, LockSettings settings, String keyPrefix, String holder) {
		this.store = store;
		this.settings = settings;
		this.keyPrefix = keyPrefix;
		this.holder = holder;
	}

	@Override
	public String get() {
		return this.store.label() + " keeps the distributed locks: prefix '" + LoggedText.of(this.keyPrefix)
				+ "', lease " + DurationText.of(this.settings.leaseTime()) + ", wait "
				+ DurationText.of(this.settings.waitTime()) + ", holder " + LoggedText.of(this.holder);
	}

}
