package io.github.lockstarter.key;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.text.LoggedText;

/**
 * Exceptions for unusable expressions, on one line: their text may contain arguments.
 */
final class InvalidKeys {

	private InvalidKeys() {
	}

	static InvalidLockKeyException of(LockedMethod method, String expression, String reason, String action,
			@Nullable Throwable cause) {
		return new InvalidLockKeyException(method.name(),
				LoggedText.of("The expression \"" + expression + "\" of " + method + " " + reason),
				LoggedText.of(action), cause);
	}

}
