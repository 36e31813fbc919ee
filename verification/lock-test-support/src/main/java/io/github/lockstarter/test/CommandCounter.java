package io.github.lockstarter.test;

/**
 * Counts the commands in a stream of bytes, as clients write them: lists of texts, whose
 * lengths come before them. Commands that were typed by hand are not counted.
 */
final class CommandCounter {

	private long commands;

	// Bytes of a text and its line end that are still to come.
	private long skipped;

	private char kind;

	private long number;

	/**
	 * Reads a piece of the stream.
	 * @return how many commands have begun in it
	 */
	long count(byte[] bytes, int count) {
		long before = this.commands;
		for (int i = 0; i < count; i++) {
			if (this.skipped > 0) {
				long skip = Math.min(this.skipped, count - i);
				this.skipped -= skip;
				i += (int) skip - 1;
			}
			else {
				read((char) (bytes[i] & 0xFF));
			}
		}
		return this.commands - before;
	}

	private void read(char next) {
		if (next == '\n') {
			if (this.kind == '*') {
				this.commands++;
			}
			else if (this.kind == '$') {
				this.skipped = this.number + 2;
			}
			this.kind = 0;
			this.number = 0;
		}
		else if (this.kind == 0) {
			this.kind = next;
		}
		else if (Character.isDigit(next)) {
			this.number = 10 * this.number + Character.digit(next, 10);
		}
	}

}
