package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.function.UnaryOperator;

import io.github.lockstarter.proof.history.Attempt;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A store that writes down what is asked and answered.
 */
public final class RecordingStore extends ForwardingStore {

	private final HistoryLog history;

	private final UnaryOperator<String> lock;

	private final BiConsumer<String, List<String>> foreign;

	private final LongSupplier nanos;

	private final ToLongBiFunction<String, Long> cutoff;

	/**
	 * Creates the store.
	 * @param store does what is asked
	 * @param history where it is written
	 * @param nanos the time of the history
	 * @param lock the name of the lock that has a key
	 * @param cutoff the server's time, as the store sends it, for a lock and a moment of
	 * this JVM
	 * @param foreign may throw where a command of some attempts is sent
	 */
	public RecordingStore(LockStore store, HistoryLog history, LongSupplier nanos, UnaryOperator<String> lock,
			ToLongBiFunction<String, Long> cutoff, BiConsumer<String, List<String>> foreign) {
		super(store);
		this.foreign = foreign;
		this.nanos = nanos;
		this.cutoff = cutoff;
		this.history = history;
		this.lock = lock;
	}

	private void write(char kind, Object... words) {
		this.history.write(kind, this.nanos.getAsLong(), words);
	}

	private void applicationCode(String command, List<String> ids) {
		try {
			this.foreign.accept(command, ids);
		}
		catch (Error ex) {
			ids.forEach((id) -> write('t', id));
			throw ex;
		}
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return answered(asked(name, id, notAfter, () -> store().acquire(name, id, leaseMillis, waitMillis, notAfter)),
				name, id);
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return answered(asked(name, id, notAfter, () -> store().askAgain(name, id, leaseMillis, waitMillis, notAfter)),
				name, id);
	}

	@Override
	public CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return answered(asked(name, id, limit, notAfter,
				() -> store().share(name, id, limit, leaseMillis, waitMillis, again, notAfter)), name, id);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		write('r', id);
		applicationCode("yield", List.of(id));
		return answered(
				asked(name, nextId, notAfter, () -> store().yield(name, id, nextId, leaseMillis, waitMillis, notAfter)),
				name, nextId);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		write('C', id);
		return answered(store().cancel(name, id, acceptMillis, notAfter), name, id);
	}

	/**
	 * Writes the question before it is sent, and again if the cutoff that was sent may be
	 * a later one: the latest counts.
	 */
	private CompletionStage<StoreReply> asked(String name, String id, long notAfter,
			Supplier<CompletionStage<StoreReply>> question) {
		return asked(name, id, Attempt.ALONE, notAfter, question);
	}

	private CompletionStage<StoreReply> asked(String name, String id, int limit, long notAfter,
			Supplier<CompletionStage<StoreReply>> question) {
		long before = this.cutoff.applyAsLong(name, notAfter);
		asked(name, id, limit, before);
		CompletionStage<StoreReply> answer = question.get();
		long after = this.cutoff.applyAsLong(name, notAfter);
		if (after > before) {
			asked(name, id, limit, after);
		}
		return answer;
	}

	private void asked(String name, String id, int limit, long cutoffMillis) {
		if (limit == Attempt.ALONE) {
			write('A', id, name, cutoffMillis);
		}
		else {
			write('A', id, name, cutoffMillis, limit);
		}
	}

	/**
	 * Writes the answer before anybody acts on it.
	 */
	private CompletionStage<StoreReply> answered(CompletionStage<StoreReply> answer, String name, String id) {
		return answer.thenApply((reply) -> {
			if (reply.status() == Status.OWNED) {
				write('O', id, name, reply.serverNow(), reply.firstToken(), reply.lastToken(), reply.leaseMillis());
			}
			else if (reply.status() == Status.WAIT) {
				write('W', id, reply.queue(), reply.serverNow());
			}
			else if (reply.status() == Status.CANCELLED) {
				write('c', id, reply.serverNow());
			}
			return reply;
		});
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		long sent = asked(id);
		return renewed(store().renew(name, id, leaseMillis), id, sent);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		List<Long> sent = renewals.stream().map((renewal) -> asked(renewal.id())).toList();
		applicationCode("renew", renewals.stream().map(Renewal::id).toList());
		List<CompletionStage<StoreReply>> answers = store().renew(renewals);
		for (int i = 0; i < renewals.size(); i++) {
			renewed(answers.get(i), renewals.get(i).id(), sent.get(i));
		}
		return answers;
	}

	private long asked(String id) {
		long sent = this.nanos.getAsLong();
		this.history.write('n', sent, id);
		return sent;
	}

	private CompletionStage<StoreReply> renewed(CompletionStage<StoreReply> answer, String id, long sent) {
		return answer.whenComplete((reply, failure) -> {
			if (reply != null) {
				write('o', id, sent, reply.status(), reply.serverNow(), reply.leaseMillis());
			}
			else {
				write('o', id, sent, "FAILED", 0, 0);
			}
		});
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		write('r', id);
		applicationCode("release", List.of(id));
		return store().release(name, id, holdMillis).thenApply((reply) -> {
			write('s', id);
			return reply;
		});
	}

	@Override
	protected void told(PushMessage message) {
		if (message.kind() == PushMessage.Kind.GRANT) {
			write('G', message.id(), this.lock.apply(message.key()), message.time().millis(), message.firstToken(),
					message.lastToken(), message.millis());
		}
	}

}
