package io.github.lockstarter.documentation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Component;

/**
 * What the documents write to, under a lock: it remembers each write with its token.
 */
@Component
class Ledger {

	private final List<String> entries = new CopyOnWriteArrayList<>();

	void move(String from, String to, long cents, long token) {
		add("move " + from + " " + to + " " + cents, token);
	}

	long sum(String account, long token) {
		add("sum " + account, token);
		return 0;
	}

	void book(String line, long token) {
		add(line, token);
	}

	void cleanUp() {
		this.entries.add("clean up");
	}

	List<String> entries() {
		return this.entries;
	}

	private void add(String entry, long token) {
		if (token <= 0) {
			throw new IllegalArgumentException("no fencing token");
		}
		this.entries.add(entry);
	}

}
