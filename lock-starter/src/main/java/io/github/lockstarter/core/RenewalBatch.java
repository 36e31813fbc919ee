package io.github.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

/**
 * Renewals that are sent together, such as all that one look at the holds finds due. For
 * one thread.
 */
final class RenewalBatch {

	private final List<Renewal> renewals = new ArrayList<>();

	private final List<BiConsumer<@Nullable StoreReply, @Nullable Throwable>> receivers = new ArrayList<>();

	/**
	 * Adds a renewal.
	 * @param renewal what to renew
	 * @param answer gets the answer or the failure
	 */
	void add(Renewal renewal, BiConsumer<@Nullable StoreReply, @Nullable Throwable> answer) {
		this.renewals.add(renewal);
		this.receivers.add(answer);
	}

	void send(LockStore store) {
		if (this.renewals.isEmpty()) {
			return;
		}
		List<CompletionStage<StoreReply>> answers = store.renew(this.renewals);
		for (int i = 0; i < answers.size(); i++) {
			answers.get(i).whenComplete(this.receivers.get(i));
		}
	}

}
