package io.github.lockstarter.key;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.text.LoggedText;

/**
 * What a person is told about an expression that is no key. Values of the call may be in
 * it, so that it is kept on one line.
 */
final class InvalidKeys {

	private InvalidKeys() {
	}

	/**
	 * An expression that cannot be used.
	 * @param method the method it belongs to
	 * @param expression the expression
	 * @param reason what is wrong, as the rest of a sentence that begins with the
	 * expression
	 * @param action what to change, as a sentence without its period
	 * @param cause what led to it
	 */
	static InvalidLockKeyException of(LockedMethod method, String expression, String reason, String action,
			@Nullable Throwable cause) {
		return new InvalidLockKeyException(method.name(),
				LoggedText.of("The expression \"" + expression + "\" of " + method + " " + reason),
				LoggedText.of(action), cause);
	}

}
