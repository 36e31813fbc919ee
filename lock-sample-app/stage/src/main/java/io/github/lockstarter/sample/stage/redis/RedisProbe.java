package io.github.lockstarter.sample.stage.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks one Redis without the client library: before that is set up, and about a single
 * node of several.
 */
public final class RedisProbe {

	private static final int TIMEOUT_MILLIS = 1000;

	private RedisProbe() {
	}

	// Empty if no Redis answers within a second; an error if it requires a password.
	static Optional<String> info(InetSocketAddress address) {
		try {
			return Optional.of(ask(address, List.of(List.of("INFO", "server"))).get(0));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	// Simple commands on a separate connection. Errors begin with a hyphen, lines end in
	// a line feed.
	public static List<String> ask(InetSocketAddress address, List<List<String>> commands) throws IOException {
		if (address.isUnresolved()) {
			throw new IOException("There is no host " + address.getHostString());
		}
		try (Socket socket = new Socket()) {
			socket.connect(address, TIMEOUT_MILLIS);
			socket.setSoTimeout(TIMEOUT_MILLIS);
			ByteArrayOutputStream sent = new ByteArrayOutputStream();
			for (List<String> command : commands) {
				write(sent, command);
			}
			socket.getOutputStream().write(sent.toByteArray());
			InputStream received = new BufferedInputStream(socket.getInputStream());
			List<String> answers = new ArrayList<>();
			for (int i = 0; i < commands.size(); i++) {
				answers.add(read(received));
			}
			return answers;
		}
	}

	private static void write(ByteArrayOutputStream out, List<String> command) throws IOException {
		out.write(("*" + command.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
		for (String argument : command) {
			byte[] bytes = argument.getBytes(StandardCharsets.UTF_8);
			out.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
			out.write(bytes);
			out.write('\r');
			out.write('\n');
		}
	}

	private static String read(InputStream in) throws IOException {
		String line = line(in);
		switch (line.isEmpty() ? ' ' : line.charAt(0)) {
			case '-':
				return line;
			case '+', ':':
				return line.substring(1);
			case '$':
				return bulk(in, line);
			default:
				throw new IOException("No Redis: it says " + line);
		}
	}

	private static String bulk(InputStream in, String line) throws IOException {
		try {
			int length = Integer.parseInt(line.substring(1));
			if (length < 0) {
				return "";
			}
			byte[] bytes = in.readNBytes(length);
			if (bytes.length < length) {
				throw new EOFException();
			}
			line(in);
			return new String(bytes, StandardCharsets.UTF_8).replace("\r\n", "\n");
		}
		catch (NumberFormatException ex) {
			throw new IOException("No Redis: it says " + line, ex);
		}
	}

	private static String line(InputStream in) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int c = in.read(); c != '\n'; c = in.read()) {
			if (c < 0) {
				throw new EOFException();
			}
			line.write(c);
		}
		return line.toString(StandardCharsets.UTF_8).strip();
	}

}
