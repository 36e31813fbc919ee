package io.github.lockstarter.sample.app.outbox;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = { OutboxSender.class, OutboxSenderTests.Messages.class })
@AutoConfigureTestLocks
class OutboxSenderTests {

	@Autowired
	private OutboxSender sender;

	@Autowired
	private Messages messages;

	@Autowired
	private TestLocks testLocks;

	@BeforeEach
	void beginWithoutMessages() {
		this.messages.waiting.clear();
		this.messages.tokens.clear();
	}

	@Test
	void leaderSendsAndAnotherServerDoesNot() {
		this.testLocks.grantLeadership("outbox");
		this.messages.waiting.add("first");
		this.sender.send();
		assertThat(this.messages.waiting).isEmpty();
		this.testLocks.revokeLeadership("outbox");
		this.messages.waiting.add("second");
		this.sender.send();
		assertThat(this.messages.waiting).containsExactly("second");
	}

	@Test
	void nextLeaderHasALargerToken() {
		for (String message : List.of("first", "second")) {
			this.testLocks.grantLeadership("outbox");
			this.messages.waiting.add(message);
			this.sender.send();
			this.testLocks.revokeLeadership("outbox");
		}
		assertThat(this.messages.tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
	}

	/**
	 * Keeps the messages in this JVM.
	 */
	static class Messages extends Outbox {

		private final List<String> waiting = new ArrayList<>();

		private final List<Long> tokens = new ArrayList<>();

		Messages() {
			super(null, null);
		}

		@Override
		List<String> waiting() {
			return List.copyOf(this.waiting);
		}

		@Override
		void send(String message, long fencingToken) {
			this.waiting.remove(message);
			this.tokens.add(fencingToken);
		}

	}

}
