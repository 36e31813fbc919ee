package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;

/**
 * The keys and arguments of a script, as they go over the wire: written by the thread
 * that asks, in one piece, which the thread of the connection only has to copy. The
 * client would keep an object and an array for each of them, and write a text into a
 * buffer of its own first, to learn its length. For one thread.
 */
public final class ScriptArguments {

	// A text of that many bytes fits in most cases: its length, two line ends, itself.
	private static final int USUAL = 20;

	// A dollar sign, the digits of a length, two line ends.
	private static final int AROUND = 16;

	private static final int ASCII_END = 0x80;

	private final int keys;

	private byte[] bytes;

	private int end;

	private int count;

	/**
	 * Begins with the number of keys; they come first.
	 * @param keys how many keys there are
	 * @param arguments how many arguments there will be, about
	 */
	public ScriptArguments(int keys, int arguments) {
		this.keys = keys;
		this.bytes = new byte[USUAL * (2 + 2 * keys + arguments)];
		add(keys);
	}

	/**
	 * Adds a key or an argument.
	 * @param text the text
	 * @return this
	 */
	public ScriptArguments add(String text) {
		int begin = begin(text.length());
		return isCopied(text) ? finish() : addBytes(begin, text);
	}

	/**
	 * Adds an argument of two words.
	 * @param first the first
	 * @param second the second
	 * @return this
	 */
	public ScriptArguments add(String first, String second) {
		int begin = begin(first.length() + 1 + second.length());
		return (isCopied(first) && isCopied(" ") && isCopied(second)) ? finish()
				: addBytes(begin, first + " " + second);
	}

	private boolean isCopied(String text) {
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c >= ASCII_END) {
				return false;
			}
			this.bytes[this.end++] = (byte) c;
		}
		return true;
	}

	/**
	 * A character takes more than one byte: the length before it was another one.
	 */
	private ScriptArguments addBytes(int begin, String text) {
		this.end = begin;
		byte[] written = text.getBytes(StandardCharsets.UTF_8);
		begin(written.length);
		System.arraycopy(written, 0, this.bytes, this.end, written.length);
		this.end += written.length;
		return finish();
	}

	/**
	 * Adds an argument.
	 * @param number a number
	 * @return this
	 */
	public ScriptArguments add(long number) {
		if (number < 0) {
			return add(Long.toString(number));
		}
		int digits = digits(number);
		begin(digits);
		write(number, digits);
		return finish();
	}

	/**
	 * How many arguments there are until now, without the keys.
	 * @return the number of ARGV
	 */
	int size() {
		return this.count - 1 - this.keys;
	}

	/**
	 * Writes what stands before a text of that length.
	 * @return where it began
	 */
	private int begin(int length) {
		int needed = this.end + length + AROUND;
		if (needed > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(needed, 2 * this.bytes.length));
		}
		int begin = this.end;
		this.bytes[this.end++] = '$';
		write(length, digits(length));
		endLine();
		return begin;
	}

	private ScriptArguments finish() {
		endLine();
		this.count++;
		return this;
	}

	private void endLine() {
		this.bytes[this.end++] = '\r';
		this.bytes[this.end++] = '\n';
	}

	private void write(long number, int digits) {
		long rest = number;
		for (int i = this.end + digits - 1; i >= this.end; i--) {
			this.bytes[i] = (byte) ('0' + rest % 10);
			rest /= 10;
		}
		this.end += digits;
	}

	private static int digits(long number) {
		int digits = 1;
		for (long rest = number / 10; rest > 0; rest /= 10) {
			digits++;
		}
		return digits;
	}

	/**
	 * Runs a script with them.
	 * @param <T> the type of the reply
	 * @param type the command, EVAL or EVALSHA
	 * @param script that word, and its text or its digest
	 * @param output reads the reply
	 * @return a new command
	 */
	<T> Command<String, String, T> command(CommandType type, ScriptArguments script,
			CommandOutput<String, String, T> output) {
		return new ScriptCommand<>(type, script, this, output);
	}

	/**
	 * What stands before keys and arguments.
	 * @param type the command, EVAL or EVALSHA
	 * @param script the text of the script, or its digest
	 */
	static ScriptArguments first(CommandType type, String script) {
		ScriptArguments first = new ScriptArguments(0, 1);
		first.end = 0;
		first.count = 0;
		return first.add(type.toString()).add(script);
	}

	@Override
	public String toString() {
		return new String(this.bytes, 0, this.end, StandardCharsets.UTF_8).replace("\r\n", " ");
	}

	private void writeTo(ByteBuf to) {
		to.writeBytes(this.bytes, 0, this.end);
	}

	/**
	 * A command that is written already, but for its first words.
	 *
	 * @param <T> the type of the reply
	 */
	private static final class ScriptCommand<T> extends Command<String, String, T> {

		private final ScriptArguments script;

		private final ScriptArguments arguments;

		ScriptCommand(CommandType type, ScriptArguments script, ScriptArguments arguments,
				CommandOutput<String, String, T> output) {
			super(type, output);
			this.script = script;
			this.arguments = arguments;
		}

		@Override
		public void encode(ByteBuf to) {
			to.writeByte('*');
			int words = this.script.count + this.arguments.count;
			for (int unit = unit(words); unit > 0; unit /= 10) {
				to.writeByte('0' + words / unit % 10);
			}
			to.writeByte('\r').writeByte('\n');
			this.script.writeTo(to);
			this.arguments.writeTo(to);
		}

		private static int unit(int number) {
			int unit = 1;
			while (number / unit >= 10) {
				unit *= 10;
			}
			return unit;
		}

	}

}
