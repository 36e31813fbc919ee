package io.github.lockstarter.redis.script;

import java.util.function.Consumer;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;

/**
 * What a script is told in a test; its reply is a word.
 *
 * @param words writes keys and arguments
 */
public record ScriptWords(Consumer<ScriptArguments> words) implements ScriptExchange<String> {

	/**
	 * A key and an id.
	 */
	public static final ScriptWords KEY_AND_ID = new ScriptWords((to) -> to.add(1).add("key").add("client:1"));

	@Override
	public void write(ScriptArguments to) {
		this.words.accept(to);
	}

	@Override
	public StatusOutput<String, String> output() {
		return new StatusOutput<>(StringCodec.UTF8);
	}

}
