package io.github.lockstarter.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A TCP port on the loopback address that nobody listens on.
 */
public final class FreePort {

	private static final int LOWEST = 20000;

	// Linux hands out ports from 32768 on to outgoing connections: one of those could
	// take a server's port while the server is restarted.
	private static final int HIGHEST = 32767;

	private FreePort() {
	}

	/**
	 * Picks a port. It is free now; whoever binds it must be ready to lose a race.
	 * @return the port
	 */
	public static int pick() {
		for (int attempt = 0; attempt < 1000; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
			if (isFree(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + LOWEST + " and " + HIGHEST);
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
