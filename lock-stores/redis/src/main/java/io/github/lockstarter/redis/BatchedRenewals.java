package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.LoggedText;

/**
 * Renews many locks of one address with each command, or one with each where several
 * shards are behind it.
 */
final class BatchedRenewals {

	// Redis does nothing else during a script: a hundred renewals take less than a
	// millisecond.
	private static final int RENEWALS_PER_COMMAND = 100;

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final RedisNode node;

	private final boolean lossIsRare;

	private final AtomicBoolean oneKeyEach = new AtomicBoolean();

	// lossIsRare: a lock that a command reports as lost is renewed alone, too; false for
	// a master of a quorum, which need not have every held lock
	BatchedRenewals(RedisNode node, boolean lossIsRare) {
		this.node = node;
		this.lossIsRare = lossIsRare;
	}

	int longest() {
		return (this.node.isConfirming() || this.oneKeyEach.get()) ? 1 : RENEWALS_PER_COMMAND;
	}

	List<CompletionStage<RenewCall.Reply>> send(List<RenewCall> calls) {
		boolean single = calls.stream().allMatch((call) -> call.keys().size() == 1);
		return (single && longest() == 1) ? this.node.sendTogether(calls) : calls.stream().map(this::send).toList();
	}

	private CompletionStage<RenewCall.Reply> send(RenewCall call) {
		CompletionStage<RenewCall.Reply> sent = this.node.send(call);
		return (call.keys().size() == 1) ? sent
				: sent
					.handle((reply, failure) -> (failure != null) ? onFailure(call, StoreException.of(failure))
							: onReply(call, reply))
					.thenCompose(Function.identity());
	}

	private CompletionStage<RenewCall.Reply> onFailure(RenewCall call, StoreException failure) {
		if (failure.getCause() == null || !RedisErrors.mayBeOfTheKeys(failure.getCause())) {
			return CompletableFuture.failedStage(failure);
		}
		String said = LoggedText.of(String.valueOf(failure.getMessage()));
		RenewCall.Reply reply = new RenewCall.Reply(call.keys().size());
		List<CompletableFuture<StoreReply>> each = sendEach(call, IntStream.range(0, call.keys().size()), reply);
		if (RedisErrors.isOfSlots(failure.getCause())) {
			carryOneKeyEach("answers: " + said);
		}
		else {
			CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
				.thenRun(() -> carryOneKeyEach(
						"refuses a command with several keys, but accepts each key alone: " + said));
		}
		return CompletableFuture.completedStage(reply);
	}

	private CompletionStage<RenewCall.Reply> onReply(RenewCall call, RenewCall.Reply reply) {
		if (this.lossIsRare && !reply.lost().isEmpty()) {
			sendEach(call, reply.lost().stream().mapToInt(Integer::intValue), reply)
				.forEach((each) -> each.thenAccept((said) -> {
					if (said.status() == StoreReply.Status.OWNED) {
						carryOneKeyEach("runs a command with several keys on the shard of the first one");
					}
				}));
		}
		return CompletableFuture.completedStage(reply);
	}

	private List<CompletableFuture<StoreReply>> sendEach(RenewCall call, IntStream places, RenewCall.Reply reply) {
		List<Integer> all = places.boxed().toList();
		List<CompletionStage<RenewCall.Reply>> sent = this.node.sendTogether(all.stream().map(call::only).toList());
		Stream<CompletableFuture<StoreReply>> each = IntStream.range(0, all.size()).mapToObj((i) -> {
			CompletionStage<StoreReply> said = sent.get(i).thenCompose((alone) -> alone.of(0));
			reply.set(all.get(i), said);
			return said.toCompletableFuture();
		});
		return each.toList();
	}

	private void carryOneKeyEach(String why) {
		if (this.oneKeyEach.compareAndSet(false, true)) {
			logger.info("Redis at " + this.node.address() + " " + why
					+ ". There are several shards behind this address: each command to it carries one key from now on.");
		}
	}

}
