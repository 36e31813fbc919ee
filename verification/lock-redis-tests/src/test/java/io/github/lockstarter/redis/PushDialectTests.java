package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PushDialectTests {

	private final List<String> sent = new ArrayList<>();

	private boolean possible = true;

	private final PushDialect.Probe probe = new PushDialect.Probe("redis:1", "client:probe", (id) -> {
		if (this.possible) {
			this.sent.add(id);
		}
		return this.possible;
	}, new SystemLockClock());

	@Test
	void messageIsReadInItsOrder() {
		assertThat(PushDialect.read("GRANT client:7 1700000000000 5 21 2000 lock:a", "server"))
			.isEqualTo(new PushMessage(PushMessage.Kind.GRANT, "client:7", new ServerTime("server", 1_700_000_000_000L),
					5, 21, 2_000, "lock:a"));
		assertThat(PushDialect.read("hint client:7 1 0 0 250 lock:a", "server").kind())
			.isEqualTo(PushMessage.Kind.HINT);
	}

	@Test
	void keyInAMessageMayHoldSpaces() {
		assertThat(PushDialect.read("GRANT c:7 1 5 21 2000 lock:a  b c ", "server").key()).isEqualTo("lock:a  b c ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "hello", "GRANT c:7 1 5 21 2000", "STEAL c:7 1 5 21 2000 k", "GRANT c:7 now 5 21 2 k",
			"GRANT c:7 1 5 99999999999999999999 2 k" })
	void messageThatIsNoneOfOursIsRefused(String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> PushDialect.read(message, "server"));
	}

	@Test
	void messagesAreTrustedWhenTheProbeHasArrived() {
		this.probe.send();
		assertThat(this.sent).containsExactly("client:probe");
		assertThat(this.probe.isProven()).isFalse();
		assertThat(this.probe.arrived()).as("news").isTrue();
		assertThat(this.probe.isProven()).isTrue();
		assertThat(this.probe.arrived()).as("once more").isFalse();
		this.probe.look();
		this.probe.send();
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void newSubscriptionIsProvenAnew() {
		this.probe.arrived();
		this.probe.lost();
		assertThat(this.probe.isProven()).isFalse();
		this.probe.send();
		assertThat(this.sent).hasSize(1);
	}

	@Test
	void probeThatGetsLostIsSentAgainAndSeldomAfterAWhile() {
		for (int i = 0; i < 100; i++) {
			this.probe.look();
		}
		assertThat(this.sent).hasSize(10 + 5);
	}

	@Test
	void messagesThatDoNotArriveAreDownUntilOneDoes() {
		for (int i = 0; i < 9; i++) {
			this.probe.look();
		}
		assertThat(this.probe.link()).as("it may be on its way").isEqualTo(StoreState.Link.UP);
		this.probe.look();
		assertThat(this.probe.link().condition()).isEqualTo(StoreState.Condition.DOWN);
		assertThat(this.probe.link().trouble()).isEqualTo("messages that scripts send do not arrive");
		this.probe.arrived();
		assertThat(this.probe.link()).isEqualTo(StoreState.Link.UP);
	}

	@Test
	void nothingIsConcludedWhileItCannotBeSent() {
		this.possible = false;
		for (int i = 0; i < 100; i++) {
			this.probe.look();
		}
		this.possible = true;
		this.probe.look();
		assertThat(this.sent).hasSize(1);
	}

	/**
	 * Whoever supervises the connection closes it, once.
	 */
	@Test
	void subscriptionThatStandsWhereTheMasterIsNotAnyMoreIsReplaced() {
		RedisNode node = Mockito.mock();
		NodeRole role = Mockito.mock();
		StatefulRedisPubSubConnection<String, String> made = Mockito.mock();
		new PushDialect(Mockito.mock(), role, Mockito.mock(), node, this.probe).connected(made);
		Mockito.verify(node).subscribeElsewhere();
		Mockito.verifyNoInteractions(made);
	}

}
