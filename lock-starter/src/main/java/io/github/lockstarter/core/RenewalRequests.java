package io.github.lockstarter.core;

import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * Takes renewals to be sent.
 */
@FunctionalInterface
interface RenewalRequests {

	/**
	 * Sends a renewal, now or together with others.
	 * @param renewal what to renew
	 * @param answer gets the answer or the failure
	 */
	void add(Renewal renewal, BiConsumer<@Nullable Grant, @Nullable Throwable> answer);

}
