package io.github.lockstarter.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * More readers of one JVM than one share has room for, behind a writer. All of them run
 * on the thread of the test, each when it is woken.
 */
class QueuedReadersTests {

	private static final LeaseTerms READ = new LeaseTerms(Bench.LEASE, true, 0, ReleaseMode.CONFIRMED,
			Holders.readers());

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final List<SingleEntry> readers = new ArrayList<>();

	private final Queue<SingleEntry> woken = new ArrayDeque<>();

	private SingleEntry writer;

	@BeforeEach
	void queueBehindAWriter() {
		this.writer = this.bench.contender(Bench.NAME, this.bench.renewed());
		this.writer.advance(null);
		this.store.sent("ACQUIRE").owned();
		assertThat(this.writer.advance(null)).isTrue();
		for (int i = 0; i < 70; i++) {
			SingleEntry[] reader = new SingleEntry[1];
			reader[0] = this.bench.contender(Bench.NAME, READ, () -> this.woken.add(reader[0]));
			this.readers.add(reader[0]);
			assertThat(reader[0].advance(null)).isFalse();
		}
	}

	@Test
	void readersPastTheSixtyFourthAreNextAndShareAnotherGrant() {
		Command asked = asked();
		asked.held(Bench.LEASE, 1);
		writerLeaves();
		this.bench.push(this.store.grant(asked.id(), Bench.LEASE));
		drive();
		assertThat(entered()).isEqualTo(64);
		asked().owned();
		drive();
		assertThat(entered()).isEqualTo(70);
	}

	@Test
	void readerPastTheSixtyFourthWaitsBehindAWriterElsewhere() {
		Command asked = asked();
		asked.held(Bench.LEASE, 1);
		writerLeaves();
		this.bench.push(this.store.grant(asked.id(), Bench.LEASE));
		drive();
		Command next = asked();
		assertThat(next.id()).isNotEqualTo(asked.id());
		next.held(Bench.LEASE, 1);
		drive();
		assertThat(entered()).isEqualTo(64);
		this.bench.push(this.store.grant(next.id(), Bench.LEASE));
		drive();
		assertThat(entered()).isEqualTo(70);
	}

	/**
	 * The only question that was sent. Renewals are sent by a thread of their own.
	 */
	private Command asked() {
		List<Command> questions = new ArrayList<>();
		this.store.look(this.store.unread(), (command) -> {
			if (!command.verb().equals("RENEW")) {
				questions.add(command);
			}
		});
		assertThat(questions).extracting(Command::verb).containsExactly("SHARE");
		return questions.get(0);
	}

	private void writerLeaves() {
		this.store.script((command) -> command.reply(Status.RELEASED));
		this.writer.lease().close();
		this.store.sent("RELEASE");
		this.store.script((command) -> {
		});
	}

	/**
	 * Every reader that was woken continues, until none is left.
	 */
	private void drive() {
		for (SingleEntry next = this.woken.poll(); next != null; next = this.woken.poll()) {
			if (!next.isOver()) {
				next.advance(null);
			}
		}
	}

	private long entered() {
		return this.readers.stream().filter(SingleEntry::isAcquired).count();
	}

}
