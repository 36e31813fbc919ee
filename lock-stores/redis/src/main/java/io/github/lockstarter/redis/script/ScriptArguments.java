package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;

/**
 * The keys and arguments of a script in the wire format, for one thread. They are written
 * into the reused buffer of this thread and copied from there: the client would allocate
 * an object and an array for each, and write each text into another buffer to learn its
 * length.
 */
public final class ScriptArguments {

	private static final ThreadLocal<ScriptArguments> OF_THIS_THREAD = ThreadLocal.withInitial(ScriptArguments::new);

	// enough for most commands; a renewal of many locks needs more
	private static final int USUAL = 512;

	private static final int KEPT = 16 * 1024;

	// a dollar sign, the digits of a length, two line ends
	private static final int AROUND = 16;

	private static final int ASCII_END = 0x80;

	private static final int WORDS_OF_A_SCRIPT = 2;

	private byte[] bytes = new byte[USUAL];

	private int end;

	private int count;

	private ScriptArguments() {
	}

	static void write(ByteBuf to, byte[] script, ScriptExchange<?> exchange) {
		ScriptArguments arguments = OF_THIS_THREAD.get();
		try {
			exchange.write(arguments);
			to.writeByte('*');
			int words = WORDS_OF_A_SCRIPT + arguments.count;
			for (int unit = unit(words); unit > 0; unit /= 10) {
				to.writeByte('0' + words / unit % 10);
			}
			to.writeByte('\r').writeByte('\n').writeBytes(script);
			to.writeBytes(arguments.bytes, 0, arguments.end);
		}
		finally {
			arguments.clear();
		}
	}

	static byte[] first(CommandType type, String script) {
		ScriptArguments first = new ScriptArguments().add(type.toString()).add(script);
		return Arrays.copyOf(first.bytes, first.end);
	}

	private void clear() {
		this.end = 0;
		this.count = 0;
		if (this.bytes.length > KEPT) {
			this.bytes = new byte[USUAL];
		}
	}

	private static int unit(int number) {
		int unit = 1;
		while (number / unit >= 10) {
			unit *= 10;
		}
		return unit;
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

	// A character has more than one byte, so the length that was written is wrong.
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

}
