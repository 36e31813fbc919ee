package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.Proposal;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.Withdrawal;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Commands that reach one of three masters after others that were sent later.
 */
@Timeout(120)
@Tag("gate")
class QuorumLateCommandsIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("job").waitTime(Duration.ofMinutes(1));

	private static final LockSettings SHORT = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(6)).setCommandTimeout(Duration.ofSeconds(1)));

	private final ThreeMasters masters = new ThreeMasters();

	@AfterEach
	void stop() {
		this.masters.close();
	}

	@Test
	void forcedReleaseThatReachesAMasterLateTakesNothingFromTheNextHolder() {
		HeldBackNode late = new HeldBackNode("withdraw");
		AtomicInteger index = new AtomicInteger();
		QuorumLockStore store = this.masters.store(SHORT, Duration.ZERO,
				(node) -> (index.getAndIncrement() == 2) ? late.of(node) : node);
		try (LockInstance first = this.masters.instance(SHORT, Duration.ZERO);
				LockInstance second = LockInstance.on(store, SHORT, new SystemLockClock());
				LockInstance third = this.masters.instance(SHORT, Duration.ZERO)) {
			Lease lease = first.locks().acquire(REQUEST);
			assertThat(second.locks().forceRelease("job")).isTrue();
			try (Lease next = third.locks().acquire(REQUEST)) {
				assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close);
				Awaitility.await().until(() -> isOwnedBy(third, 2));
				assertThat(late.holdsSomething()).isTrue();
				late.letGo();
				assertThat(isOwnedBy(third, 2)).isTrue();
				assertThat(next.isHeld()).isTrue();
			}
		}
	}

	private boolean isOwnedBy(LockInstance instance, int master) {
		return String.valueOf(this.masters.get(master).cli("HGET", "lock:job", "o"))
			.startsWith(instance.store().clientId());
	}

	@Test
	void whatAnEarlierRoundGivesUpIsNotTheVoteOfALaterOne() throws Exception {
		NoListener listener = new NoListener();
		onFirst(listener, (node) -> {
			Proposal asked = new Proposal("me:1", 1, 30_000, 0, false, LockStore.NO_LIMIT, 5);
			Proposal again = new Proposal("me:1", 2, 30_000, 0, false, LockStore.NO_LIMIT, 5);
			assertThat(answer(node.propose("job", asked)).firstToken()).isEqualTo(5);
			// the question of the second round is lost
			assertThat(answer(node.raise("job", again, 7)).firstToken()).isEqualTo(7);
			assertThat(answer(node.withdraw("job", upTo(asked))).status()).isEqualTo(Status.CANCELLED);
			assertThat(answer(node.describe("job")).holder()).isEqualTo("me:1");
			assertThat(answer(node.withdraw("job", upTo(again))).status()).isEqualTo(Status.RELEASED);
			assertThat(answer(node.describe("job")).status()).isEqualTo(Status.FREE);
			assertThat(listener.changed).as("what one master has forgotten the others know").isFalse();
		});
	}

	/**
	 * Its bytes were on a connection that is gone. Nobody would leave the place.
	 */
	@Test
	void whoStepsBackAfterItsEndTakesNoPlace() throws Exception {
		onFirst(new NoListener(), (node) -> {
			Proposal asked = new Proposal("me:1", 1, 30_000, 60_000, false, LockStore.NO_LIMIT, 5);
			Withdrawal stepBack = new Withdrawal("me:1", 1, 0, 60_000, 30_000, LockStore.NO_LIMIT, 0);
			answer(node.propose("job", asked));
			assertThat(answer(node.withdraw("job", stepBack)).status()).isEqualTo(Status.RELEASED);
			assertThat(place()).as("to wait there").isNotNull();
			answer(node.withdraw("job", stepBack));
			assertThat(place()).as("the same again").isNotNull();
			answer(node.withdraw("job", new Withdrawal("me:1", Withdrawal.END, 0, 0, 0, LockStore.NO_LIMIT, 0)));
			assertThat(place()).isNull();
			answer(node.withdraw("job", stepBack));
			assertThat(place()).isNull();
		});
	}

	private Object place() {
		return this.masters.get(0).cli("HGET", "lock:job", "wme:1");
	}

	/**
	 * Sends commands to the first master.
	 */
	private void onFirst(NoListener listener, Commands commands) throws Exception {
		List<QuorumNode> nodes = new ArrayList<>();
		QuorumLockStore store = this.masters.store(SHORT, Duration.ZERO, (node) -> {
			nodes.add(node);
			return node;
		});
		store.start(listener);
		try {
			QuorumNode node = nodes.get(0);
			Awaitility.await().until(() -> node.state().commands().condition() == Condition.UP);
			commands.to(node);
		}
		finally {
			store.stop();
		}
	}

	private static Withdrawal upTo(Proposal proposal) {
		return new Withdrawal(proposal.id(), proposal.round(), 0, 0, 0, LockStore.NO_LIMIT, 0);
	}

	private static StoreReply answer(CompletionStage<StoreReply> stage) throws Exception {
		return stage.toCompletableFuture().get(120, TimeUnit.SECONDS);
	}

	private interface Commands {

		void to(QuorumNode node) throws Exception;

	}

	private static final class NoListener implements LockStore.Listener {

		private volatile boolean changed;

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

		@Override
		public void onServerChanged() {
			this.changed = true;
		}

	}

}
