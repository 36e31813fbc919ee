package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.lockstarter.jdbc.LockTables.Renewed;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

/**
 * Renews the locks of an instance, many of them in one statement and one commit.
 */
final class Renewals {

	// Bounded, because the rows stay locked for each other for some milliseconds.
	private static final int MOST_TOGETHER = 100;

	private final LockConnections connections;

	private final Messenger messenger;

	Renewals(LockConnections connections, Messenger messenger) {
		this.connections = connections;
		this.messenger = messenger;
	}

	// Rows that another connection is busy with are renewed singly, after its commands.
	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals, Function<Renewal, String> row,
			Function<Renewal, CompletionStage<StoreReply>> single) {
		List<CompletionStage<StoreReply>> answers = new ArrayList<>();
		for (int i = 0; i < renewals.size(); i += MOST_TOGETHER) {
			List<Renewal> some = renewals.subList(i, Math.min(i + MOST_TOGETHER, renewals.size()));
			Map<String, Renewal> byRow = new LinkedHashMap<>();
			some.forEach((renewal) -> byRow.putIfAbsent(row.apply(renewal), renewal));
			CompletionStage<Map<Renewal, StoreReply>> together = this.connections.submit(byRow.keySet(), (rows) -> {
				byRow.keySet().retainAll(rows);
				return (tables) -> renew(tables, byRow);
			});
			Set<Renewal> taken = new HashSet<>(byRow.values());
			some.forEach((renewal) -> answers.add(taken.contains(renewal)
					? together
						.thenCompose((replies) -> sure(Objects.requireNonNull(replies.get(renewal)), renewal, single))
					: single.apply(renewal)));
		}
		return answers;
	}

	// The statement knows owners only. The rules, which know the sharers, decide about
	// what it reports as lost.
	private static CompletionStage<StoreReply> sure(StoreReply reply, Renewal renewal,
			Function<Renewal, CompletionStage<StoreReply>> single) {
		return (reply.status() == StoreReply.Status.LOST) ? single.apply(renewal)
				: CompletableFuture.completedStage(reply);
	}

	private Map<Renewal, StoreReply> renew(LockTables tables, Map<String, Renewal> byRow) throws SQLException {
		List<Renewed> renewed = tables.renew(byRow);
		Map<Renewal, StoreReply> replies = new HashMap<>();
		byRow.forEach((row, renewal) -> {
			Renewed one = renewed.get(replies.size());
			if (one.alone()) {
				this.messenger.noteAlone(row);
			}
			replies.put(renewal, one.reply());
		});
		return replies;
	}

}
