package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The user of a store's connections.
 *
 * @param username the user, or {@code null}
 * @param password the password, or {@code null}
 */
public record Credentials(@Nullable String username, @Nullable String password) {

	// without the password, which must not be logged
	@Override
	public String toString() {
		return String.valueOf(this.username);
	}

}
