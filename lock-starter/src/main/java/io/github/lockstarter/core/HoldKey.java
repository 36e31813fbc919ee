package io.github.lockstarter.core;

/**
 * Who holds what: the identity under which re-entry finds the hold.
 *
 * @param owner the owner context, such as a thread; compared by identity
 * @param name the lock name
 */
record HoldKey(Object owner, String name) {

	@Override
	public boolean equals(Object other) {
		return other instanceof HoldKey that && this.owner == that.owner && this.name.equals(that.name);
	}

	@Override
	public int hashCode() {
		// not of the owner, which would be another in each run: holds are looked at in an
		// order
		// that can be had again
		return this.name.hashCode();
	}

}
