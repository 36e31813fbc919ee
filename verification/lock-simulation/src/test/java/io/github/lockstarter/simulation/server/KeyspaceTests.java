package io.github.lockstarter.simulation.server;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Keyspace}.
 */
class KeyspaceTests {

	private final Keyspace keys = new Keyspace((channel, text) -> 0, (channel) -> 0);

	@Test
	void keyWithoutAnEndIsToldOnceAlsoWhenALaterScriptEndsIt() {
		script("HSET", "lock", "o", "one");
		this.keys.run("PEXPIRE", "other", "1000");
		script("PEXPIRE", "lock", "1000");
		assertThat(this.keys.endless()).containsExactly("lock");
		assertThat(this.keys.endless()).isEmpty();
	}

	@Test
	void keyThatWasGoneForAMomentIsOneWithoutAnEnd() {
		script("HSET", "lock", "o", "one");
		this.keys.run("PEXPIRE", "lock", "1000");
		script("HDEL", "lock", "o");
		this.keys.run("PEXPIRE", "lock", "1000");
		this.keys.run("HSET", "lock", "o", "two");
		assertThat(this.keys.endless()).containsExactly("lock");
	}

	@Test
	void keyThatTheSameScriptEndsOrTakesAwayIsNot() {
		script("HSET", "lock", "o", "one");
		this.keys.run("PEXPIRE", "lock", "1000");
		script("HSET", "other", "o", "one");
		this.keys.run("HDEL", "other", "o");
		assertThat(this.keys.endless()).isEmpty();
	}

	private void script(String... first) {
		this.keys.begin(1_000_000);
		this.keys.run(first);
	}

}
