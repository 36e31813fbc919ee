package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A whole application that does not wait for its releases, in all ways to a lock: from
 * the work on no answer of Redis arrives. Who waited for one would be told after ten
 * seconds that there is none, and observers that the hold is over.
 */
@Timeout(120)
@Tag("gate")
class SentReleaseApplicationIntegrationTests {

	private static final Ends ENDS = new Ends();

	private static LockInstance other;

	private static FaultProxy link;

	private static ConfigurableApplicationContext application;

	private final String key = UUID.randomUUID().toString();

	@BeforeAll
	static void start() {
		other = LockInstance.on(TestRedis.shared());
		link = FaultProxy.to(TestRedis.shared().host(), TestRedis.shared().port());
		application = run("sent");
		application.getBean(JdbcTemplate.class).execute("create table booking (id varchar(40))");
	}

	@AfterAll
	static void stop() {
		application.close();
		link.close();
		other.close();
	}

	@AfterEach
	void flow() {
		link.requests(FaultProxy.Flow.PASS);
		link.replies(FaultProxy.Flow.PASS);
	}

	private static ConfigurableApplicationContext run(String release) {
		return new SpringApplication(Application.class).run("--spring.data.redis.host=127.0.0.1",
				"--spring.data.redis.port=" + link.port(), "--spring.main.banner-mode=off",
				"--spring.datasource.url=jdbc:h2:mem:sent;DB_CLOSE_DELAY=-1", "--distributed-lock.release=" + release,
				"--distributed-lock.lease-time=1m", "--distributed-lock.command-timeout=10s",
				"--distributed-lock.shutdown-timeout=1m", "--distributed-lock.start-timeout=1m");
	}

	@ParameterizedTest
	@EnumSource
	void callerGoesOnWithoutAnAnswer(Face face) throws Exception {
		face.call(application, this.key, () -> link.replies(FaultProxy.Flow.HOLD));
		Awaitility.await().until(this::isFree);
		assertThat(ENDS.released).as("nobody knows yet that it is free").noneMatch(this::isOurs);
		link.replies(FaultProxy.Flow.PASS);
		Awaitility.await().until(() -> ENDS.released.stream().anyMatch(this::isOurs));
	}

	private boolean isOurs(String name) {
		return name.startsWith("sent:" + this.key);
	}

	@Test
	void transactionIsCommittedBeforeTheReleaseIsSent() throws Exception {
		Service service = application.getBean(Service.class);
		TransactionTemplate transaction = application.getBean(TransactionTemplate.class);
		transaction.executeWithoutResult((status) -> {
			service.run(this.key, () -> book(this.key));
			assertThat(isFree()).as("in the open transaction").isFalse();
			link.requests(FaultProxy.Flow.HOLD);
		});
		assertThat(application.getBean(JdbcTemplate.class)
			.queryForObject("select count(*) from booking where id = ?", Integer.class, this.key)).isOne();
		assertThat(isFree()).as("the release is on its way").isFalse();
		link.requests(FaultProxy.Flow.PASS);
		Awaitility.await().until(this::isFree);
	}

	@Test
	void applicationThatClosesGivesEverythingBack() throws Exception {
		ConfigurableApplicationContext closing = run("confirmed");
		closing.getBean(Service.class).sent(this.key, () -> link.requests(FaultProxy.Flow.HOLD));
		CompletableFuture<Void> closed = CompletableFuture.runAsync(closing::close);
		assertThat(isFree()).as("the release is on its way").isFalse();
		link.requests(FaultProxy.Flow.PASS);
		closed.get(120, TimeUnit.SECONDS);
		assertThat(isFree()).isTrue();
	}

	private void book(String id) {
		application.getBean(JdbcTemplate.class).update("insert into booking values (?)", id);
	}

	private boolean isFree() {
		return other.locks().describe("sent:" + this.key).isEmpty();
	}

	/**
	 * A way to a lock.
	 */
	enum Face {

		ANNOTATED {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(Service.class).run(key, work);
			}

		},

		ANNOTATED_FUTURE {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) throws Exception {
				application.getBean(Service.class).future(key, work).get(120, TimeUnit.SECONDS);
			}

		},

		ANNOTATED_MONO {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(Service.class).mono(key, work).block(Duration.ofSeconds(120));
			}

		},

		TRANSACTIONAL {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(Service.class).transactional(key, work);
			}

		},

		OPERATIONS {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(LockOperations.class).executeWithoutResult("sent:" + key, (lease) -> work.run());
			}

		},

		FUTURES {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) throws Exception {
				application.getBean(AsyncLockOperations.class)
					.executeWithoutResult("sent:" + key,
							(lease) -> CompletableFuture.completedFuture(null).thenRun(work))
					.get(120, TimeUnit.SECONDS);
			}

		},

		REACTIVE {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(ReactiveLockOperations.class)
					.execute("sent:" + key, (lease) -> Mono.fromRunnable(work))
					.block(Duration.ofSeconds(120));
			}

		},

		SEVERAL {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				application.getBean(LockOperations.class)
					.executeWithoutResult(LockRequest.ofAll("sent:" + key, "sent:" + key + ":second"),
							(lease) -> work.run());
			}

		},

		LOCK {

			@Override
			void call(ConfigurableApplicationContext application, String key, Runnable work) {
				LeaseLock lock = LeaseLock.of(application.getBean(LockOperations.class),
						LockRequest.of("sent:" + key).release(ReleaseMode.SENT));
				lock.lock();
				try {
					work.run();
				}
				finally {
					lock.unlock();
				}
			}

		};

		abstract void call(ConfigurableApplicationContext application, String key, Runnable work) throws Exception;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Service.class)
	static class Application {

		@Bean
		LockObserver ends() {
			return ENDS;
		}

	}

	/**
	 * The names of the locks that were released.
	 */
	private static final class Ends implements LockObserver {

		private final BlockingQueue<String> released = new LinkedBlockingQueue<>();

		@Override
		public void released(LockAttempt attempt, long fencingToken, Duration held) {
			this.released.add(attempt.name());
		}

	}

	static class Service {

		@DistributedLocked(name = "sent", key = "#key")
		public void run(String key, Runnable work) {
			work.run();
		}

		@DistributedLocked(name = "sent", key = "#key", release = "sent")
		public void sent(String key, Runnable work) {
			work.run();
		}

		@DistributedLocked(name = "sent", key = "#key")
		public CompletableFuture<Void> future(String key, Runnable work) {
			return CompletableFuture.runAsync(work);
		}

		@DistributedLocked(name = "sent", key = "#key")
		public Mono<Void> mono(String key, Runnable work) {
			return Mono.fromRunnable(work);
		}

		@Transactional
		@DistributedLocked(name = "sent", key = "#key")
		public void transactional(String key, Runnable work) {
			work.run();
		}

	}

}
