package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A TCP port on the loopback address that nobody listens on.
 * <p>
 * Test JVMs that run side by side share a file with a byte for each port. Who picks a
 * port locks its byte for as long as its JVM lives, so no other test starts a server
 * there: not before the own one has been started, not while that is restarted, and not
 * where a test needs that nobody answers. A foreign program can take the port all the
 * same.
 */
public final class FreePort {

	private static final int LOWEST = 20000;

	// Linux hands out ports from 32768 on to outgoing connections: one of those could
	// take a server's port while the server is restarted.
	private static final int HIGHEST = 32767;

	// Never closed: that would unlock all bytes.
	private static final FileChannel PICKED = open();

	private FreePort() {
	}

	/**
	 * Picks a port that no test JVM of this user has picked. It is free now.
	 * @return the port
	 */
	public static int pick() {
		for (int attempt = 0; attempt < 1000; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
			if (isFirstToPick(port) && isFree(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between " + LOWEST + " and " + HIGHEST);
	}

	private static boolean isFirstToPick(int port) {
		try {
			return PICKED.tryLock(port, 1, false) != null;
		}
		catch (OverlappingFileLockException ex) {
			// picked by this JVM
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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

	private static FileChannel open() {
		try {
			return FileChannel.open(
					Path.of(System.getProperty("java.io.tmpdir"),
							"lock-starter-test-ports-" + System.getProperty("user.name")),
					StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
