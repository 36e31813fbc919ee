package io.github.lockstarter.aspect;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Annotated methods that share their locks, with each kind of result; the test is another
 * server on the same Redis.
 */
@Timeout(120)
class SharedMethodsIntegrationTests {

	private static FacesApplication application;

	private static Services services;

	private final String key = UUID.randomUUID().toString();

	@BeforeAll
	static void start() {
		application = new FacesApplication(Services.class, Threads.class);
		services = application.bean(Services.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@ParameterizedTest
	@EnumSource
	void readersOverlapAndAWriterWaits(Face face) throws Exception {
		LockInstance other = application.other();
		Work work = new Work();
		CompletableFuture<String> reading = face.read(this.key, work);
		work.awaitBegin();
		LockRequest catalog = LockRequest.of("catalog", this.key).waitTime(Duration.ofSeconds(60));
		Lease reader = other.locks().acquire(catalog.mode(LockMode.READ));
		assertThat(reader.fencingToken()).isEqualTo(work.token());
		assertThat(other.acquiring(catalog.noWait())).as("a writer beside readers")
			.failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
		CompletableFuture<Lease> writer = other.acquiring(catalog);
		other.awaitWaiters(catalog.name(), 1);
		reader.close();
		assertThat(writer).isNotDone();
		work.end();
		assertThat(reading.get(120, TimeUnit.SECONDS)).isEqualTo("worked");
		Lease alone = writer.get(120, TimeUnit.SECONDS);
		assertThat(alone.fencingToken()).isGreaterThan(work.token());
		alone.release();
	}

	@ParameterizedTest
	@EnumSource
	void soManyAsThereArePermitsAreInside(Face face) throws Exception {
		LockInstance other = application.other();
		Work work = new Work();
		CompletableFuture<String> exporting = face.export(this.key, work);
		work.awaitBegin();
		LockRequest export = LockRequest.of("export", this.key).permits(2).noWait();
		Lease second = other.locks().acquire(export);
		assertThat(second.fencingToken()).isNotEqualTo(work.token());
		assertThat(other.acquiring(export)).as("one more than there are permits")
			.failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class)
			.withMessageContaining("no permit of 2 was free");
		second.close();
		other.acquiring(export).get(120, TimeUnit.SECONDS).close();
		work.end();
		assertThat(exporting.get(120, TimeUnit.SECONDS)).isEqualTo("worked");
		assertThat(application.isFree(export.name())).isTrue();
	}

	@Test
	void readerBesideAWriterIsSkippedOrReplaced() {
		try (Lease writer = application.other().locks().acquire("catalog:" + this.key)) {
			assertThat(services.skipped(this.key)).isNull();
			assertThat(services.replaced(this.key)).isEqualTo("instead of " + this.key);
		}
		try (Lease reader = application.other()
			.locks()
			.acquire(LockRequest.of("catalog", this.key).mode(LockMode.READ))) {
			assertThat(services.skipped(this.key)).isEqualTo("read");
			assertThat(services.replaced(this.key)).isEqualTo("read");
		}
	}

	@Test
	void methodWithoutAFreePermitIsSkipped() {
		LockRequest export = LockRequest.of("export", this.key).permits(2);
		Lease one = application.other().locks().acquire(export);
		assertThat(services.exportedOrSkipped(this.key)).isEqualTo("exported");
		try (LockInstance third = LockInstance.on(TestRedis.shared()); Lease two = third.locks().acquire(export)) {
			assertThat(services.exportedOrSkipped(this.key)).isNull();
		}
		one.close();
	}

	@ParameterizedTest
	@EnumSource
	void writerInsideAReaderIsToldAtOnce(Face face) {
		assertThat(face.upgrade(this.key)).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockUpgradeException.class)
			.withMessageContaining("for reading and requests it exclusively");
		assertThat(application.isFree("catalog:" + this.key)).isTrue();
	}

	@Test
	void readerInsideAWriterEntersIt() {
		assertThat(services.writing(this.key, () -> services.reading(this.key, () -> {
			assertThat(application.other().acquires(LockRequest.of("catalog", this.key).mode(LockMode.READ).noWait()))
				.isFalse();
			return "read";
		}))).isEqualTo("read");
		assertThat(application.isFree("catalog:" + this.key)).isTrue();
	}

	enum Face {

		BLOCKING {

			@Override
			CompletableFuture<String> read(String key, Work work) {
				return CompletableFuture.supplyAsync(() -> services.reading(key, work),
						(task) -> new Thread(task).start());
			}

			@Override
			CompletableFuture<String> export(String key, Work work) {
				return CompletableFuture.supplyAsync(() -> services.exporting(key, work),
						(task) -> new Thread(task).start());
			}

			@Override
			CompletableFuture<String> upgrade(String key) {
				return CompletableFuture.supplyAsync(
						() -> services.reading(key, () -> services.writing(key, () -> "written")),
						(task) -> new Thread(task).start());
			}

		},

		STAGE {

			@Override
			CompletableFuture<String> read(String key, Work work) {
				return services.readingStage(key, work);
			}

			@Override
			CompletableFuture<String> export(String key, Work work) {
				return services.exportingStage(key, work);
			}

			@Override
			CompletableFuture<String> upgrade(String key) {
				return services.upgradingStage(key);
			}

		},

		PUBLISHER {

			@Override
			CompletableFuture<String> read(String key, Work work) {
				return services.readingPublisher(key, work).toFuture();
			}

			@Override
			CompletableFuture<String> export(String key, Work work) {
				return services.exportingPublisher(key, work).toFuture();
			}

			@Override
			CompletableFuture<String> upgrade(String key) {
				return services.upgradingPublisher(key).toFuture();
			}

		};

		abstract CompletableFuture<String> read(String key, Work work);

		abstract CompletableFuture<String> export(String key, Work work);

		/**
		 * Reads, and inside that writes the same.
		 */
		abstract CompletableFuture<String> upgrade(String key);

	}

	/**
	 * Work under a lock, which goes on until it is told to end.
	 */
	static final class Work implements Supplier<String> {

		private final CompletableFuture<Long> token = new CompletableFuture<>();

		private final CompletableFuture<String> end = new CompletableFuture<>();

		@Override
		public String get() {
			begin(LockContext.current().orElseThrow().fencingToken());
			return this.end.join();
		}

		CompletableFuture<String> begin(long fencingToken) {
			this.token.complete(fencingToken);
			return this.end;
		}

		void awaitBegin() throws Exception {
			this.token.get(120, TimeUnit.SECONDS);
		}

		long token() {
			return this.token.join();
		}

		void end() {
			this.end.complete("worked");
		}

	}

	static class Threads {

		@Bean
		SimpleAsyncTaskExecutor applicationTaskExecutor() {
			return new SimpleAsyncTaskExecutor("shared-");
		}

	}

	static class Services {

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "60s")
		public String reading(String key, Supplier<String> work) {
			return work.get();
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "60s")
		public CompletableFuture<String> readingStage(String key, Work work) {
			return work.begin(LockContext.current().orElseThrow().fencingToken());
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "60s")
		public Mono<String> readingPublisher(String key, Work work) {
			return ReactiveLockContext.current().flatMap((lease) -> Mono.fromFuture(work.begin(lease.fencingToken())));
		}

		@DistributedLocked(name = "export", key = "#key", permits = "${faces.permits:2}", waitTime = "60s")
		public String exporting(String key, Supplier<String> work) {
			return work.get();
		}

		@DistributedLocked(name = "export", key = "#key", permits = "2", waitTime = "60s")
		public CompletableFuture<String> exportingStage(String key, Work work) {
			return work.begin(LockContext.current().orElseThrow().fencingToken());
		}

		@DistributedLocked(name = "export", key = "#key", permits = "2", waitTime = "60s")
		public Mono<String> exportingPublisher(String key, Work work) {
			return ReactiveLockContext.current().flatMap((lease) -> Mono.fromFuture(work.begin(lease.fencingToken())));
		}

		@DistributedLocked(name = "export", key = "#key", permits = "2", waitTime = "0",
				onNotAcquired = OnNotAcquired.SKIP)
		public String exportedOrSkipped(String key) {
			return "exported";
		}

		@DistributedLocked(name = "catalog", key = "#key", waitTime = "60s")
		public String writing(String key, Supplier<String> work) {
			return work.get();
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "60s")
		public CompletableFuture<String> upgradingStage(String key) {
			return services.writingStage(key);
		}

		@DistributedLocked(name = "catalog", key = "#key", waitTime = "60s")
		public CompletableFuture<String> writingStage(String key) {
			return CompletableFuture.completedFuture("written " + key);
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "60s")
		public Mono<String> upgradingPublisher(String key) {
			return services.writingPublisher(key);
		}

		@DistributedLocked(name = "catalog", key = "#key", waitTime = "60s")
		public Mono<String> writingPublisher(String key) {
			return Mono.just("written " + key);
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "0",
				onNotAcquired = OnNotAcquired.SKIP)
		public String skipped(String key) {
			return "read";
		}

		@DistributedLocked(name = "catalog", key = "#key", mode = LockMode.READ, waitTime = "0",
				onNotAcquired = OnNotAcquired.FALLBACK, fallback = "instead")
		public String replaced(String key) {
			return "read";
		}

		public String instead(String key) {
			return "instead of " + key;
		}

	}

}
