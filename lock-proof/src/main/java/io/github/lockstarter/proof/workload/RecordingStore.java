package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.core.Grant;
import io.github.lockstarter.core.Grant.Status;
import io.github.lockstarter.core.HandOff;
import io.github.lockstarter.core.LockStore;
import io.github.lockstarter.core.Moment;
import io.github.lockstarter.core.Renewal;
import io.github.lockstarter.proof.history.HistoryWriter;

/**
 * A store that writes down what is asked and answered.
 */
final class RecordingStore implements LockStore {

	private final LockStore store;

	private final HistoryWriter history;

	private final String keyPrefix;

	RecordingStore(LockStore store, HistoryWriter history, String keyPrefix) {
		this.store = store;
		this.history = history;
		this.keyPrefix = keyPrefix + ":";
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, System.nanoTime(), words);
	}

	@Override
	public String clientId() {
		return this.store.clientId();
	}

	@Override
	public CompletionStage<Grant> acquire(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		write('A', id, name, cutoff);
		return answered(this.store.acquire(name, id, leaseMillis, waitMillis, cutoff), name, id);
	}

	@Override
	public CompletionStage<Grant> askAgain(String name, String id, long leaseMillis, long waitMillis, long cutoff) {
		write('A', id, name, cutoff);
		return answered(this.store.askAgain(name, id, leaseMillis, waitMillis, cutoff), name, id);
	}

	@Override
	public CompletionStage<Grant> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long cutoff) {
		write('A', nextId, name, cutoff);
		write('r', id);
		return answered(this.store.yield(name, id, nextId, leaseMillis, waitMillis, cutoff), name, nextId);
	}

	@Override
	public CompletionStage<Grant> cancel(String name, String id, long acceptMillis, long cutoff) {
		write('C', id);
		return answered(this.store.cancel(name, id, acceptMillis, cutoff), name, id);
	}

	/**
	 * Writes the answer before anybody acts on it.
	 */
	private CompletionStage<Grant> answered(CompletionStage<Grant> answer, String name, String id) {
		return answer.thenApply((grant) -> {
			if (grant.status() == Status.OWNED) {
				write('O', id, name, grant.serverNow(), grant.firstToken(), grant.lastToken(), grant.leaseMillis());
			}
			else if (grant.status() == Status.WAIT) {
				write('W', id, grant.queue(), grant.serverNow());
			}
			else if (grant.status() == Status.CANCELLED) {
				write('c', id, grant.serverNow());
			}
			return grant;
		});
	}

	@Override
	public CompletionStage<Grant> renew(String name, String id, long leaseMillis) {
		long sent = asked(id);
		return renewed(this.store.renew(name, id, leaseMillis), id, sent);
	}

	@Override
	public List<CompletionStage<Grant>> renew(List<Renewal> renewals) {
		List<Long> sent = renewals.stream().map((renewal) -> asked(renewal.id())).toList();
		List<CompletionStage<Grant>> answers = this.store.renew(renewals);
		for (int i = 0; i < renewals.size(); i++) {
			renewed(answers.get(i), renewals.get(i).id(), sent.get(i));
		}
		return answers;
	}

	private long asked(String id) {
		long sent = System.nanoTime();
		this.history.write('n', sent, id);
		return sent;
	}

	private CompletionStage<Grant> renewed(CompletionStage<Grant> answer, String id, long sent) {
		return answer.whenComplete((grant, failure) -> {
			if (grant != null) {
				write('o', id, sent, grant.status(), grant.serverNow(), grant.leaseMillis());
			}
			else {
				write('o', id, sent, "FAILED", 0, 0);
			}
		});
	}

	@Override
	public CompletionStage<Grant> release(String name, String id, long holdMillis) {
		write('r', id);
		return this.store.release(name, id, holdMillis).thenApply((grant) -> {
			write('s', id);
			return grant;
		});
	}

	@Override
	public CompletionStage<Grant> giveBack(HandOff handOff) {
		return this.store.giveBack(handOff);
	}

	@Override
	public CompletionStage<Grant> force(String name) {
		return this.store.force(name);
	}

	@Override
	public CompletionStage<Grant> describe(String name) {
		return this.store.describe(name);
	}

	@Override
	public boolean isPushAvailable() {
		return this.store.isPushAvailable();
	}

	@Override
	public void resubscribe() {
		this.store.resubscribe();
	}

	@Override
	public void start(Listener listener) {
		this.store.start(new Listener() {

			@Override
			public void onHandOff(HandOff handOff) {
				if (handOff.kind() == HandOff.Kind.GRANT) {
					write('G', handOff.id(), handOff.key().substring(RecordingStore.this.keyPrefix.length()),
							handOff.serverNow(), handOff.firstToken(), handOff.lastToken(), handOff.millis());
				}
				listener.onHandOff(handOff);
			}

			@Override
			public void onServerTime(Moment sent, long serverNow) {
				listener.onServerTime(sent, serverNow);
			}

			@Override
			public void onSubscribed() {
				listener.onSubscribed();
			}

		});
	}

	@Override
	public void stop() {
		this.store.stop();
	}

}
