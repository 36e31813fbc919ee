package io.github.lockstarter.key;

/**
 * Has a method that a subclass in another package cannot override, and a proxy in another
 * class loader neither.
 */
public class PackagePrivateWork {

	void hidden() {
	}

}
