package io.github.lockstarter.store;

import org.jspecify.annotations.Nullable;

/**
 * The user that the connections of a store log in as.
 *
 * @param username the user, or null for none
 * @param password the password, or null for none
 */
public record Credentials(@Nullable String username, @Nullable String password) {

	/**
	 * The user alone: the password is not for logs.
	 * @return the name
	 */
	@Override
	public String toString() {
		return String.valueOf(this.username);
	}

}
