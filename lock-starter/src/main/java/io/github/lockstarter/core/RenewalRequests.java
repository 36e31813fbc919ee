package io.github.lockstarter.core;

import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

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
	void add(Renewal renewal, BiConsumer<@Nullable StoreReply, @Nullable Throwable> answer);

}
