package io.github.lockstarter.simulation.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A connection to a Redis that tells all kinds of replies apart: a number is a
 * {@code Long}, a text a {@code String}, nothing is null, a list is a {@code List}; a
 * status and an error have types of their own.
 */
final class RespStream implements AutoCloseable {

	private static final int TIMEOUT_MILLIS = 60_000;

	private final Socket socket;

	private final InputStream in;

	RespStream(String host, int port) {
		try {
			this.socket = new Socket(host, port);
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(TIMEOUT_MILLIS);
			this.in = new BufferedInputStream(this.socket.getInputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Sends commands in one piece.
	 */
	@SafeVarargs
	final void send(List<String>... commands) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		for (List<String> words : commands) {
			bytes.writeBytes(("*" + words.size() + "\r\n").getBytes(StandardCharsets.UTF_8));
			for (String word : words) {
				byte[] text = word.getBytes(StandardCharsets.UTF_8);
				bytes.writeBytes(("$" + text.length + "\r\n").getBytes(StandardCharsets.UTF_8));
				bytes.writeBytes(text);
				bytes.writeBytes(new byte[] { '\r', '\n' });
			}
		}
		try {
			this.socket.getOutputStream().write(bytes.toByteArray());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Nullable Object read() {
		try {
			return read(this.in);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Nullable Object call(String... words) {
		return call(Arrays.asList(words));
	}

	@Nullable Object call(List<String> words) {
		send(words);
		return read();
	}

	/**
	 * What is said by the bytes of one reply, and by nothing behind them.
	 */
	static @Nullable Object parse(byte[] reply) {
		ByteArrayInputStream bytes = new ByteArrayInputStream(reply);
		try {
			Object parsed = read(bytes);
			if (bytes.available() > 0) {
				throw new IllegalStateException(
						"Behind the reply: " + new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
			}
			return parsed;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static @Nullable Object read(InputStream in) throws IOException {
		String line = line(in);
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+' -> new Resp.Status(rest);
			case '-' -> new Resp.Failure(rest);
			case ':' -> Long.valueOf(rest);
			case '$' -> text(in, Integer.parseInt(rest));
			case '*' -> {
				List<@Nullable Object> list = new ArrayList<>();
				for (int i = Integer.parseInt(rest); i > 0; i--) {
					list.add(read(in));
				}
				yield list;
			}
			default -> throw new IllegalStateException("No reply of Redis: " + line);
		};
	}

	private static @Nullable String text(InputStream in, int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] bytes = in.readNBytes(length);
		line(in);
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static String line(InputStream in) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int c = in.read(); c != '\n'; c = in.read()) {
			if (c < 0) {
				throw new EOFException("The connection was closed");
			}
			if (c != '\r') {
				line.write(c);
			}
		}
		return line.toString(StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
