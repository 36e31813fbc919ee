package io.github.lockstarter.test;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One command to a Redis, over a connection of its own: enough for a test to look into
 * the server without the client library that it tests.
 */
final class RespClient {

	private static final int TIMEOUT_MILLIS = 30_000;

	private RespClient() {
	}

	static @Nullable Object call(String host, int port, @Nullable String password, String... command)
			throws IOException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
			socket.setSoTimeout(TIMEOUT_MILLIS);
			OutputStream out = new BufferedOutputStream(socket.getOutputStream());
			InputStream in = new BufferedInputStream(socket.getInputStream());
			if (password != null) {
				write(out, "AUTH", password);
				read(in);
			}
			write(out, command);
			return read(in);
		}
	}

	static boolean answers(String host, int port, int millis) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(host, port), millis);
			socket.setSoTimeout(millis);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
			return socket.getInputStream().read() >= 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static void write(OutputStream out, String... command) throws IOException {
		out.write(("*" + command.length + "\r\n").getBytes(StandardCharsets.UTF_8));
		for (String word : command) {
			byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
			out.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
			out.write(bytes);
			out.write("\r\n".getBytes(StandardCharsets.UTF_8));
		}
		out.flush();
	}

	private static @Nullable Object read(InputStream in) throws IOException {
		String line = readLine(in);
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+', ':' -> rest;
			case '-' -> throw new RedisRefusedException(rest);
			case '$' -> readBulk(in, Integer.parseInt(rest));
			case '*' -> readList(in, Integer.parseInt(rest));
			default -> throw new IOException("Not a RESP reply: " + line);
		};
	}

	private static @Nullable String readBulk(InputStream in, int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] bytes = in.readNBytes(length);
		readLine(in);
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static @Nullable List<@Nullable Object> readList(InputStream in, int size) throws IOException {
		if (size < 0) {
			return null;
		}
		List<@Nullable Object> list = new ArrayList<>(size);
		for (int i = 0; i < size; i++) {
			list.add(read(in));
		}
		return list;
	}

	private static String readLine(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int c = in.read(); c != '\n'; c = in.read()) {
			if (c < 0) {
				throw new EOFException("Redis closed the connection");
			}
			if (c != '\r') {
				line.append((char) c);
			}
		}
		return line.toString();
	}

	/**
	 * Redis answered with an error.
	 */
	static final class RedisRefusedException extends IOException {

		private static final long serialVersionUID = 1L;

		RedisRefusedException(String message) {
			super(message);
		}

	}

}
