package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The watch on the master that Sentinels name, without a Sentinel.
 */
@Timeout(180)
class SentinelsTests {

	private static final Sentinels.Word OLD = new Sentinels.Word(new Address("old", 1), 1);

	private static final Sentinels.Word NEW = new Sentinels.Word(new Address("new", 2), 2);

	private static final ServerIdentity STANDING = new ServerIdentity("run", "channel", 1, false);

	private final RedisClients.Handle redis = new RedisClients(
			new LettuceConnectionFactory(new RedisSentinelConfiguration().master("mymaster").sentinel("127.0.0.1", 1)),
			Duration.ofHours(1))
		.open(Duration.ofSeconds(10));

	private final Supervision supervision = new Supervision(Executors.newSingleThreadScheduledExecutor(),
			TimeUnit.HOURS.toMillis(1), 0, null, new ThreadRuntime(new SystemLockClock()));

	private final Scripted first = new Scripted();

	private final Scripted second = new Scripted();

	private final BlockingQueue<String> moves = new LinkedBlockingQueue<>();

	private volatile Runnable event = () -> {
	};

	private Sentinels sentinels;

	@BeforeEach
	void create() {
		RunningRedis session = new RunningRedis(this.redis, this.supervision, new SystemLockClock(),
				RedisSettings.DEFAULTS, new LockKeys("lock"), "client", new Nobody());
		this.sentinels = new Sentinels(session, (told) -> {
			this.event = told;
			return List.of(this.first, this.second);
		});
	}

	@AfterEach
	void stop() {
		this.sentinels.stop();
		this.supervision.stop();
		this.redis.connector().close(this.supervision.runtime());
	}

	@Test
	void eventIsAReasonToAskAllAndTheMasterIsLeft() throws Exception {
		assertThat(find()).isEqualTo("old:1");
		// so that nobody is asked without an event
		this.first.reachable = false;
		this.second.reachable = false;
		// said by one, and known to the other only
		this.second.word = NEW;
		watch();
		this.event.run();
		assertThat(this.moves.poll(120, TimeUnit.SECONDS)).contains("new:2").contains("old:1");
		assertThat(find()).isEqualTo("new:2");
	}

	@Test
	void eventThatIsNotTrueMovesNobody() throws Exception {
		find();
		int before = this.first.asked.get();
		watch();
		this.event.run();
		Awaitility.await().until(() -> this.first.asked.get() > before);
		find();
		assertThat(this.moves).isEmpty();
	}

	@Test
	void eachIsAskedInTurnWhereNoEventArrives() throws Exception {
		find();
		watch();
		this.second.word = NEW;
		assertThat(this.moves.poll(120, TimeUnit.SECONDS)).contains("new:2");
	}

	@Test
	void sentinelThatCannotBeAskedIsPassedOver() throws Exception {
		find();
		this.first.reachable = false;
		watch();
		this.second.word = NEW;
		assertThat(this.moves.poll(120, TimeUnit.SECONDS)).contains("new:2");
	}

	@Test
	void manyEventsAreFewQuestions() throws Exception {
		CompletableFuture<Sentinels.Word> answer = new CompletableFuture<>();
		this.first.next = () -> answer;
		this.event.run();
		Awaitility.await().until(() -> this.first.asked.get() == 1);
		this.first.next = () -> CompletableFuture.completedStage(OLD);
		for (int i = 0; i < 1_000; i++) {
			this.event.run();
		}
		// all of them are heard before it answers
		on(() -> null);
		answer.complete(OLD);
		// what was said behind the question is asked for once more
		Awaitility.await().until(() -> this.first.asked.get() >= 2);
		on(() -> null);
		// once in a tenth of a second, however long a thousand take
		assertThat(this.first.asked).hasValueLessThan(100);
	}

	@Test
	void whoConnectsAnewBecauseOfAnAnswerGetsThatAnswer() throws Exception {
		find();
		CompletableFuture<String> found = new CompletableFuture<>();
		int before = this.first.asked.get();
		on(() -> {
			this.sentinels.start(
					(reason) -> this.sentinels.find().thenAccept((server) -> found.complete(server.address())),
					() -> STANDING);
			return null;
		});
		this.first.word = NEW;
		this.second.word = NEW;
		assertThat(find()).isEqualTo("new:2");
		assertThat(found.get(120, TimeUnit.SECONDS)).isEqualTo("new:2");
		assertThat(this.first.asked).hasValue(before + 1);
	}

	@Test
	void nobodyWhoAnswersIsAFailureAndTheNextQuestionIsAsked() throws Exception {
		this.first.next = () -> CompletableFuture.failedStage(new IllegalStateException("refused"));
		this.second.next = this.first.next;
		assertThat(on(this.sentinels::find)).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withRootCauseInstanceOf(IllegalStateException.class)
			.withMessageContaining("refused");
		this.first.next = () -> CompletableFuture.completedStage(OLD);
		assertThat(find()).isEqualTo("old:1");
	}

	private void watch() throws Exception {
		on(() -> {
			this.sentinels.start(this.moves::add, () -> STANDING);
			return null;
		});
	}

	private String find() throws Exception {
		RedisClients.Handle server = on(this.sentinels::find).get(120, TimeUnit.SECONDS);
		assertThat(this.sentinels.isFound(server)).isTrue();
		return server.address();
	}

	private <T> CompletableFuture<T> on(Supplier<CompletionStage<T>> action) throws Exception {
		CompletionStage<T> stage = this.supervision.scheduler().submit(action::get).get(120, TimeUnit.SECONDS);
		return (stage != null) ? stage.toCompletableFuture() : CompletableFuture.completedFuture(null);
	}

	private static final class Scripted implements Sentinels.Informant {

		private final AtomicInteger asked = new AtomicInteger();

		private volatile Sentinels.Word word = OLD;

		private volatile boolean reachable = true;

		private volatile Supplier<CompletionStage<Sentinels.Word>> next = () -> CompletableFuture
			.completedStage(this.word);

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isReachable() {
			return this.reachable;
		}

		@Override
		public CompletionStage<Sentinels.Word> ask() {
			CompletionStage<Sentinels.Word> answer = this.next.get();
			// after it: who sees the count may change what comes next
			this.asked.incrementAndGet();
			return answer;
		}

	}

	private static final class Nobody implements LockStore.Listener {

		@Override
		public void onHandOff(PushMessage message) {
		}

		@Override
		public void onSubscribed() {
		}

	}

}
