package io.github.lockstarter.documentation;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What the documents show does what they say: two servers run it on one Redis.
 */
@Timeout(120)
class RecipesIntegrationTests {

	private static final String DATABASE = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private static final String PREFIX = "documents-" + UUID.randomUUID();

	private static ConfigurableApplicationContext first;

	private static ConfigurableApplicationContext second;

	@BeforeAll
	static void start() {
		first = server();
		second = server();
	}

	@AfterAll
	static void stop() {
		second.close();
		first.close();
	}

	private static ConfigurableApplicationContext server() {
		return new SpringApplicationBuilder(DemoApplication.class, Scheduling.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("otherStore", new OtherStore()))
			.run("--spring.data.redis.host=" + TestRedis.shared().host(),
					"--spring.data.redis.port=" + TestRedis.shared().port(), "--spring.main.banner-mode=off",
					"--spring.datasource.url=" + DATABASE, "--jobs.clean-up=-", "--jobs.invoices=-",
					"--distributed-lock.key-prefix=" + PREFIX, "--distributed-lock.shutdown-timeout=0",
					"--distributed-lock.start-timeout=1m", "--distributed-lock.command-timeout=3s",
					"--distributed-lock.wait-time=1m");
	}

	@Test
	void identicalRegistrationsOnTwoServersStoreOneUser() {
		List<CompletableFuture<?>> requests = IntStream.range(0, 10)
			.mapToObj((i) -> CompletableFuture.runAsync(() -> register((i % 2 == 0) ? first : second)))
			.<CompletableFuture<?>>map((request) -> request)
			.toList();
		CompletableFuture.allOf(requests.toArray(CompletableFuture[]::new)).join();
		assertThat(first.getBean(UserRepository.class).count("alice")).isEqualTo(1);
	}

	private static void register(ConfigurableApplicationContext server) {
		try {
			server.getBean(RegistrationService.class).register("alice");
		}
		catch (UserExistsException ex) {
			// told so, as it should be
		}
	}

	@Test
	void staleHolderWritesNothing() {
		JdbcTemplate jdbc = first.getBean(JdbcTemplate.class);
		jdbc.execute("create table stock (id int primary key, amount int, fence bigint not null)");
		jdbc.update("insert into stock values (7, 10, 0)");
		first.getBean(StockService.class).reserve(7, 1);
		jdbc.update("update stock set fence = ?", Long.MAX_VALUE);
		assertThatIllegalStateException().isThrownBy(() -> second.getBean(StockService.class).reserve(7, 1))
			.withMessageContaining("stale");
		assertThat(jdbc.queryForObject("select amount from stock", Integer.class)).isEqualTo(9);
	}

	@Test
	void catalogIsReadTogetherAndWrittenAlone() {
		CatalogService catalog = first.getBean(CatalogService.class);
		catalog.replace(List.of("tea"));
		catalog.addOnce("tea");
		catalog.addOnce("milk");
		try (Lease reader = locks(second).acquire(LockRequest.of("catalog").mode(LockMode.READ))) {
			assertThat(catalog.articles()).containsExactly("tea", "milk");
			assertThat(catalog.count()).isEqualTo(2);
			CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> catalog.replace(List.of("coffee")));
			Awaitility.await()
				.until(() -> locks(second).describe("catalog").filter((info) -> info.waiters() > 0).isPresent());
			assertThat(writing).isNotDone();
			reader.release();
			writing.join();
		}
		assertThat(catalog.articles()).containsExactly("coffee");
	}

	@Test
	void exportHasThreePermits() {
		CatalogService catalog = first.getBean(CatalogService.class);
		try (Lease one = locks(second).acquire(LockRequest.of("export", "acme").permits(3))) {
			catalog.export("acme");
			assertThat(catalog.exportIfThereIsRoom("acme")).isTrue();
			assertThat(one.isHeld()).isTrue();
		}
		try (Lease alone = locks(second).acquire("export:acme")) {
			assertThat(catalog.exportIfThereIsRoom("acme")).isFalse();
			assertThat(alone.isHeld()).isTrue();
		}
	}

	@Test
	void bothAccountsOfATransferAreLocked() {
		AccountService accounts = first.getBean(AccountService.class);
		accounts.transfer("ann", "bob", 5);
		assertThat(entries(first)).contains("move ann bob 5");
		try (Lease lease = locks(second).acquire("account:eve")) {
			assertThat(lease.isHeld()).isTrue();
			CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> accounts.transfer("dan", "eve", 5));
			Awaitility.await()
				.until(() -> locks(second).describe("account:eve").filter((info) -> info.waiters() > 0).isPresent());
			assertThat(waiting).isNotDone();
			lease.release();
			waiting.join();
		}
		assertThat(entries(first)).contains("move dan eve 5");
	}

	@Test
	void locksWithoutAnAnnotationHoldWhileTheWorkRuns() {
		AccountService accounts = first.getBean(AccountService.class);
		accounts.balance("ann");
		accounts.quickBalance("eve");
		accounts.book(List.of("line one", "line two"));
		accounts.close("ann", "bob");
		accounts.importAll();
		accounts.support("ann");
		assertThat(entries(first)).contains("sum ann", "sum eve", "line one", "line two", "move ann bob 0", "import");
		assertThat(accounts.cleanUp()).isTrue();
		try (Lease lease = locks(second).acquire("clean-up")) {
			assertThat(accounts.cleanUp()).as("while held under token " + lease.fencingToken()).isFalse();
		}
	}

	@Test
	void futuresAndPublishersAreLockedUntilTheyAreComplete() {
		ReportService reports = first.getBean(ReportService.class);
		assertThat(reports.future().join()).isEqualTo("report true");
		assertThat(reports.mono().block()).isEqualTo("report true");
		assertThat(reports.report("2026-11").join()).isEqualTo("report true");
		assertThat(reports.reactiveReport("2026-11").block()).isEqualTo("report true");
	}

	@Test
	void fallbackAnswersWhileAnotherHoldsTheLock() {
		assertThat(first.getBean(ReportService.class).dashboard()).isEqualTo("new");
		locks(second).executeWithoutResult("dashboard",
				(lease) -> assertThat(first.getBean(ReportService.class).dashboard()).isEqualTo("last"));
	}

	@Test
	void jobRunsOnOneServer() {
		runsOnOneServer("job-clean-up", Jobs::cleanUp);
	}

	@Test
	void jobWithAnAnnotationOfOnesOwnRunsOnOneServer() {
		runsOnOneServer("job-invoices", Jobs::sendInvoices);
	}

	private static void runsOnOneServer(String name, Consumer<Jobs> job) {
		int before = cleanUps();
		job.accept(first.getBean(Jobs.class));
		job.accept(second.getBean(Jobs.class));
		assertThat(cleanUps() - before).as("the second server finds the lock kept by the minimum hold").isEqualTo(1);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks(second).acquire(LockRequest.of(name).waitTime(Duration.ZERO)));
	}

	private static int cleanUps() {
		return (int) (entries(first).stream().filter("clean up"::equals).count()
				+ entries(second).stream().filter("clean up"::equals).count());
	}

	private static List<String> entries(ConfigurableApplicationContext server) {
		return server.getBean(Ledger.class).entries();
	}

	private static LockOperations locks(ConfigurableApplicationContext server) {
		return server.getBean(LockOperations.class);
	}

	@EnableScheduling
	static class Scheduling {

	}

	/**
	 * The documents show another store as well, which is not to be found.
	 */
	private static final class OtherStore extends TypeExcludeFilter {

		@Override
		public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
			return reader.getClassMetadata().getClassName().equals(LocksInADirectory.class.getName());
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof OtherStore;
		}

		@Override
		public int hashCode() {
			return OtherStore.class.hashCode();
		}

	}

}
