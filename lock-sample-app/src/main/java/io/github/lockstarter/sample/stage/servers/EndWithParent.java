package io.github.lockstarter.sample.stage.servers;

import java.io.IOException;

/**
 * Ends this JVM when the one that started it is gone, however that ended: its standard
 * input is a pipe from there, and a pipe whose writer is dead has an end.
 */
public final class EndWithParent {

	static final String PROPERTY = "sample.end-with-parent";

	private EndWithParent() {
	}

	/**
	 * Watches, on a daemon thread, if this JVM was started as the second server.
	 */
	public static void watchIfAsked() {
		if (Boolean.getBoolean(PROPERTY)) {
			Thread watch = new Thread(EndWithParent::watch, "end-with-parent");
			watch.setDaemon(true);
			watch.start();
		}
	}

	private static void watch() {
		try {
			while (System.in.read() >= 0) {
				// nobody writes
			}
		}
		catch (IOException ex) {
			// as well
		}
		System.exit(0);
	}

}
