package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;

/**
 * What the store granted to this JVM, at {@code begin} or before: an owner id and a block
 * of fencing tokens, which the local callers of one turn use up one by one.
 */
record Ownership(String id, long firstToken, long token, long lastToken, Moment begin, boolean contested) {

	Ownership(String id, long firstToken, long token, long lastToken, Moment begin) {
		this(id, firstToken, token, lastToken, begin, false);
	}

	// Null if the block is used up.
	@Nullable Ownership next() {
		return (this.token < this.lastToken)
				? new Ownership(this.id, this.firstToken, this.token + 1, this.lastToken, this.begin, this.contested)
				: null;
	}

	long passes() {
		return this.token - this.firstToken;
	}

}
