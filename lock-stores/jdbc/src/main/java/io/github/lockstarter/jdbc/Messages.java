package io.github.lockstarter.jdbc;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.PushMessage.Kind;
import io.github.lockstarter.store.ServerTime;

/**
 * The text form of messages.
 */
final class Messages {

	private static final int WORDS = 8;

	private Messages() {
	}

	static String text(PushMessage message, String row) {
		return String.join(" ",
				List.of(message.kind().name(), message.id(), message.time().clock(),
						Long.toString(message.time().millis()), Long.toString(message.firstToken()),
						Long.toString(message.lastToken()), Long.toString(message.millis()), row));
	}

	// Null if another version has written it.
	static @Nullable PushMessage read(String text) {
		String[] words = text.split(" ");
		if (words.length < WORDS) {
			return null;
		}
		try {
			return new PushMessage(Kind.valueOf(words[0]), words[1], new ServerTime(words[2], Long.parseLong(words[3])),
					Long.parseLong(words[4]), Long.parseLong(words[5]), Long.parseLong(words[6]), words[7]);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
