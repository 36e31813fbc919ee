package io.github.lockstarter.proof.history;

import java.util.StringJoiner;

/**
 * One line of a history: a letter for the kind of event, its time, and its words. Who
 * reads it in the same process need not write it first.
 */
public final class Line {

	private final char kind;

	private final long nanos;

	private final Object[] words;

	/**
	 * Makes a line.
	 * @param kind the kind of event, a letter of {@link HistoryReader}
	 * @param nanos when
	 * @param words what; none of them changes, and none has a space in it
	 */
	public Line(char kind, long nanos, Object... words) {
		this.kind = kind;
		this.nanos = nanos;
		this.words = words;
	}

	static Line parse(String text) {
		String[] parts = text.split(" ");
		Object[] words = new Object[parts.length - 2];
		System.arraycopy(parts, 2, words, 0, words.length);
		return new Line(parts[0].charAt(0), Long.parseLong(parts[1]), words);
	}

	public char kind() {
		return this.kind;
	}

	long nanos() {
		return this.nanos;
	}

	/**
	 * How many words it has.
	 */
	int size() {
		return this.words.length;
	}

	String text(int index) {
		return this.words[index].toString();
	}

	long number(int index) {
		return (this.words[index] instanceof Number number) ? number.longValue() : Long.parseLong(text(index));
	}

	/**
	 * Its words as they are written.
	 */
	String words() {
		StringJoiner text = new StringJoiner(" ");
		for (Object word : this.words) {
			text.add(word.toString());
		}
		return text.toString();
	}

	/**
	 * As it is written.
	 */
	@Override
	public String toString() {
		String begin = this.kind + " " + this.nanos;
		return (this.words.length == 0) ? begin : begin + " " + words();
	}

}
