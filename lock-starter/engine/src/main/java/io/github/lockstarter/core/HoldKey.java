package io.github.lockstarter.core;

/**
 * The identity under which re-entry finds a hold: the owner, such as a thread, and the
 * lock name.
 */
record HoldKey(Object owner, String name) {

	@Override
	public boolean equals(Object other) {
		return other instanceof HoldKey that && this.owner == that.owner && this.name.equals(that.name);
	}

	@Override
	public int hashCode() {
		// not of the owner: identity hashes differ between runs, and iteration order must
		// be reproducible
		return this.name.hashCode();
	}

}
