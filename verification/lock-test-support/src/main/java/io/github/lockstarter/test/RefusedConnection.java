package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * A connection to a port that nobody listens on. What the system says of it is in the
 * language of the machine.
 */
public final class RefusedConnection {

	private RefusedConnection() {
	}

	/**
	 * What the system says of it.
	 * @return the words, such as {@code Connection refused}
	 */
	public static String words() {
		InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.pick());
		try (SocketChannel channel = SocketChannel.open(nobody)) {
			throw new IllegalStateException("Somebody listens: " + channel);
		}
		catch (ConnectException ex) {
			return String.valueOf(ex.getMessage());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
