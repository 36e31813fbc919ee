package io.github.lockstarter.sample.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Asks whether a Redis answers, without the client library, which is not set up yet.
 */
final class RedisProbe {

	private static final int TIMEOUT_MILLIS = 1000;

	private RedisProbe() {
	}

	/**
	 * Asks for the server section of INFO.
	 * @param address where to ask
	 * @return the reply (an error if that Redis wants a password), or empty where no
	 * Redis answers within a second
	 */
	static Optional<String> info(InetSocketAddress address) {
		if (address.isUnresolved()) {
			return Optional.empty();
		}
		try (Socket socket = new Socket()) {
			socket.connect(address, TIMEOUT_MILLIS);
			socket.setSoTimeout(TIMEOUT_MILLIS);
			socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.US_ASCII));
			return read(socket);
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	private static Optional<String> read(Socket socket) throws IOException {
		BufferedReader reader = new BufferedReader(
				new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
		StringBuilder reply = new StringBuilder();
		for (String line = reader.readLine(); line != null; line = reader.readLine()) {
			reply.append(line).append('\n');
		}
		boolean fromRedis = !reply.isEmpty() && "$-".indexOf(reply.charAt(0)) >= 0;
		return fromRedis ? Optional.of(reply.toString()) : Optional.empty();
	}

}
