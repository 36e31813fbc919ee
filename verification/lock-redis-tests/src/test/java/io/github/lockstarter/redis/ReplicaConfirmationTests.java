package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.protocol.RedisCommand;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many replicas have to have a lease before it counts.
 */
class ReplicaConfirmationTests {

	private static final RedisSettings TWO = new RedisSettings(Duration.ZERO, 2, Duration.ofMillis(80));

	private final RenewCall renewal = RenewCall
		.batches(List.of(new Renewal("a", "c:1", 30_000, 0)), 1, new LockKeys("lock"), "60000")
		.get(0);

	@Test
	void oneReplicaIsNotEnoughWhereTwoAreWanted() {
		for (long received : List.of(0L, 1L)) {
			Confirmation confirmation = renewed();
			assertThat(confirmation.onReplicas(received, null, TWO)).as("sent again").isFalse();
			assertThat(confirmation.answer().toCompletableFuture()).failsWithin(0, TimeUnit.SECONDS)
				.withThrowableThat()
				.withMessageContaining("only " + received + " of 2 replicas confirmed the lock within 80ms");
		}
	}

	@Test
	void asManyAsAreWantedAreEnough() {
		for (long received : List.of(2L, 3L)) {
			Confirmation confirmation = renewed();
			assertThat(confirmation.onReplicas(received, null, TWO)).as("sent again").isFalse();
			assertThat(confirmation.answer().toCompletableFuture()).isCompletedWithValueMatching(
					(reply) -> reply.status() == StoreReply.Status.OWNED && reply.leaseMillis() == 30_000);
		}
	}

	/**
	 * One whose renewal the server has answered.
	 */
	private Confirmation renewed() {
		Confirmation confirmation = this.renewal.confirmation(false);
		List<RedisCommand<String, String, ?>> commands = new ArrayList<>();
		confirmation.renew(commands, ServerIdentity.ANY);
		RedisCommand<String, String, ?> sent = commands.get(0);
		// its time; nothing else is said of a lock that has the lease that was asked for
		sent.getOutput().set(1_700_000_000_000L);
		sent.complete();
		return confirmation;
	}

}
