package io.github.lockstarter.quorum;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * What the answers of the nodes to one question mean together.
 */
@FunctionalInterface
interface Verdict {

	/**
	 * The answer of the quorum.
	 * @param votes what the nodes said so far
	 * @return null while that is not decided
	 * @throws StoreException if it cannot be any more
	 */
	@Nullable StoreReply on(Votes votes);

}
