package io.github.lockstarter.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;

import io.github.lockstarter.session.Place;

/**
 * Asks in transactions whether places exist. A transaction fails at the first missing
 * place; those behind it are asked for in another one.
 */
final class Checks {

	private static final int PLACES_OF_A_TRANSACTION = 100;

	private static final int ANY_VERSION = -1;

	private final Handle handle;

	Checks(Handle handle) {
		this.handle = handle;
	}

	List<CompletableFuture<Boolean>> ask(List<Place> places) {
		List<CompletableFuture<Boolean>> answers = new ArrayList<>();
		places.forEach((place) -> answers.add(new CompletableFuture<>()));
		for (int begin = 0; begin < places.size(); begin += PLACES_OF_A_TRANSACTION) {
			int end = Math.min(begin + PLACES_OF_A_TRANSACTION, places.size());
			ask(places.subList(begin, end), answers.subList(begin, end));
		}
		return answers;
	}

	private void ask(List<Place> places, List<CompletableFuture<Boolean>> answers) {
		List<Op> checks = places.stream().map((place) -> Op.check(place.key(), ANY_VERSION)).toList();
		// The failing operation's code is the code of the whole transaction.
		this.handle
			.<List<OpResult>>send((client,
					answer) -> client.multi(checks, (rc, path, context, results) -> answer
						.is((results != null) ? Code.OK.intValue() : rc, path, results), null))
			.whenComplete((results, failure) -> {
				if (failure != null) {
					answers.forEach((answer) -> answer.completeExceptionally(failure));
					return;
				}
				int told = tell(results, answers);
				if (told < answers.size()) {
					ask(places.subList(told, places.size()), answers.subList(told, answers.size()));
				}
			});
	}

	// Returns how many places the results tell about: all, or up to the first missing
	// one. Another error tells about none.
	static int tell(List<OpResult> results, List<CompletableFuture<Boolean>> answers) {
		int failed = 0;
		while (failed < results.size() && code(results.get(failed)) == Code.OK) {
			failed++;
		}
		Code error = (failed < results.size()) ? code(results.get(failed)) : Code.OK;
		if (error != Code.OK && error != Code.NONODE) {
			answers.forEach((answer) -> answer.completeExceptionally(KeeperException.create(error)));
			return answers.size();
		}
		answers.subList(0, failed).forEach((answer) -> answer.complete(true));
		if (error == Code.OK) {
			return failed;
		}
		answers.get(failed).complete(false);
		return failed + 1;
	}

	private static Code code(OpResult result) {
		Code code = (result instanceof OpResult.ErrorResult failed) ? Code.get(failed.getErr()) : Code.OK;
		return (code != null) ? code : Code.SYSTEMERROR;
	}

}
