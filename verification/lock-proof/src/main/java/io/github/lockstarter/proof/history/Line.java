package io.github.lockstarter.proof.history;

/**
 * One line of a history: a letter for the kind of event, its time, and its words.
 */
record Line(char kind, long nanos, String[] words) {

	static Line parse(String text) {
		String[] parts = text.split(" ");
		String[] words = new String[parts.length - 2];
		System.arraycopy(parts, 2, words, 0, words.length);
		return new Line(parts[0].charAt(0), Long.parseLong(parts[1]), words);
	}

	String text(int index) {
		return this.words[index];
	}

	long number(int index) {
		return Long.parseLong(this.words[index]);
	}

}
