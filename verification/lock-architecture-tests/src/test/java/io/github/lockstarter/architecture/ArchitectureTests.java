package io.github.lockstarter.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.session.http.SessionKeeper;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package may import what. A new package gets one line.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final List<String> FOR_ALL = List.of("java", "org.jspecify", "org.slf4j");

	private static final List<String> SPRING = List.of("org.springframework.core", "org.springframework.util",
			"org.springframework.lang");

	private static final List<String> AOP = List.of("org.springframework.aop", "org.aopalliance");

	private static final List<String> CONTEXT = List.of("org.springframework.beans", "org.springframework.context",
			"org.springframework.format");

	private static final List<String> LETTUCE = List.of("io.lettuce.core");

	private static final List<String> TLS = List.of("javax.net.ssl");

	private static final List<String> REDIS = List.of("io.netty", "org.springframework.data.redis", "reactor.core",
			"javax.net.ssl");

	private static final List<String> REACTOR = List.of("reactor.core", "reactor.util", "org.reactivestreams");

	private static final List<String> TRANSACTION = List.of("org.springframework.transaction");

	private static final List<String> JPA = List.of("org.springframework.orm.jpa", "org.hibernate",
			"jakarta.persistence", "jakarta.transaction");

	private static final List<String> AOT = List.of("org.springframework.aot");

	private static final List<String> OBSERVATIONS = List.of("io.micrometer.observation", "io.micrometer.common");

	private static final List<String> SHEDLOCK = List.of("net.javacrumbs.shedlock.core");

	private static final List<String> METERS = List.of("io.micrometer.core.instrument");

	private static final Map<String, Row> TABLE = new TreeMap<>(Map.ofEntries(
	// @formatter:off
			Map.entry("", row().ours("text")),
			Map.entry("text", row()),
			Map.entry("annotation", spring().ours("", "text").theirs(AOT)),
			Map.entry("key", spring().ours("", "text").theirs(CONTEXT, List.of("org.springframework.expression"))),
			Map.entry("store", row().ours("")),
			Map.entry("record", row().ours("", "store")),
			Map.entry("session", row().ours("", "text", "store", "runtime", "core")),
			Map.entry("session.http", row().ours("session", "store", "text").theirs(TLS)),
			Map.entry("observer", row().ours("text")),
			Map.entry("runtime", row().ours("store")),
			Map.entry("actuate", spring().ours("", "text", "store", "observer", "core", "leader").theirs(List.of("org.springframework.boot.actuate", "org.springframework.web.context.request"))),
			Map.entry("event", spring().ours("observer", "leader").theirs(CONTEXT)),
			Map.entry("metrics", spring().ours("text", "store", "observer", "leader").theirs(METERS)),
			Map.entry("core", row().ours("", "text", "store", "observer", "runtime")),
			Map.entry("async", row().ours("", "text", "core")),
			Map.entry("reactive", spring().ours("", "text", "core", "async").theirs(REACTOR)),
			Map.entry("leader", row().ours("", "text", "store", "runtime", "core")),
			Map.entry("concurrent", row().ours("", "text")),
			Map.entry("integration", spring().ours("", "concurrent").theirs(List.of("org.springframework.integration.support.locks"))),
			Map.entry("shedlock", spring().ours("", "async", "runtime").theirs(SHEDLOCK)),
			Map.entry("aspect", spring().ours("", "text", "annotation", "key", "runtime")
					.theirs(CONTEXT, AOP, TRANSACTION, AOT)),
			Map.entry("aspect.async", spring().ours("", "annotation", "key", "aspect", "async")),
			Map.entry("aspect.leader", spring().ours("", "text", "key", "leader").theirs(CONTEXT, AOP, AOT, List.of("org.springframework.scheduling.annotation"))),
			Map.entry("aspect.jpa", spring().ours("aspect").theirs(TRANSACTION, JPA)),
			Map.entry("aspect.reactive", spring().ours("", "annotation", "key", "aspect", "async", "reactive")
					.theirs(REACTOR, TRANSACTION)),
			Map.entry("quorum", row().ours("", "text", "store", "runtime", "core")),
			Map.entry("redis.script", spring().theirs(LETTUCE, List.of("io.netty.buffer"))),
			Map.entry("redis", spring().ours("", "text", "store", "runtime", "core", "quorum", "redis.script").theirs(LETTUCE, REDIS, AOT)),
			Map.entry("autoconfigure", assembly().ours("", "text", "annotation", "key", "store", "observer", "runtime", "event", "core",
					"metrics")),
			Map.entry("redis.autoconfigure", assembly().ours("", "text", "store", "runtime", "core", "quorum", "redis",
					"autoconfigure").theirs(LETTUCE, REDIS)),
			Map.entry("autoconfigure.aspect", assembly().ours("", "annotation", "key", "store", "aspect", "aspect.jpa", "aspect.leader", "autoconfigure").theirs(JPA)),
			Map.entry("autoconfigure.leader", assembly().ours("event", "leader", "aspect.leader", "core", "autoconfigure")),
			Map.entry("autoconfigure.async", assembly().ours("", "text", "runtime", "core", "async", "aspect.async", "autoconfigure")
					.theirs(List.of("org.springframework.scheduling.concurrent"))),
			Map.entry("autoconfigure.reactive", assembly().ours("", "text", "core", "async", "reactive", "aspect", "aspect.reactive",
					"autoconfigure", "autoconfigure.async").theirs(REACTOR)),
			Map.entry("autoconfigure.integration", assembly().ours("", "integration", "autoconfigure")
					.theirs(List.of("org.springframework.integration.support.locks"))),
			Map.entry("autoconfigure.shedlock", assembly().ours("async", "runtime", "shedlock", "autoconfigure.async").theirs(SHEDLOCK)),
			Map.entry("autoconfigure.actuate", assembly().ours("store", "core", "leader", "actuate", "autoconfigure")),
			Map.entry("autoconfigure.health", assembly().ours("store", "core", "leader", "actuate", "autoconfigure")),
			Map.entry("autoconfigure.boot3", assembly()),
			Map.entry("autoconfigure.boot4", assembly()),
			Map.entry("observation", spring().ours("", "text", "observer").theirs(OBSERVATIONS)),
			Map.entry("autoconfigure.observation", assembly().ours("store", "core", "metrics", "observation", "autoconfigure")
					.theirs(OBSERVATIONS)),
			Map.entry("autoconfigure.metrics", assembly().ours("observation", "autoconfigure.observation", "store", "core", "metrics", "autoconfigure").theirs(METERS))
	// @formatter:on
	));

	// The classes of the engine, of the Spring part and of the store in Redis.
	private static final JavaClasses CLASSES = Product.classesBeside(LockOperations.class, DistributedLocked.class,
			LettuceLockStore.class);

	@Test
	void everyPackageIsListed() {
		Set<String> packages = CLASSES.stream().map((type) -> plot(type.getPackageName())).collect(Collectors.toSet());
		assertThat(TABLE.keySet()).as("a new package needs its line in the table").containsAll(packages);
	}

	@Test
	void packagesImportOnlyWhatTheTableAllows() {
		Set<String> violations = new TreeSet<>();
		for (JavaClass type : CLASSES) {
			Row row = TABLE.getOrDefault(plot(type.getPackageName()), row());
			type.getDirectDependenciesFromSelf()
				.stream()
				.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
				.filter((target) -> !target.isPrimitive() && !target.getPackageName().equals(type.getPackageName()))
				.filter((target) -> !row.allows(target.getPackageName()))
				.forEach((target) -> violations.add(type.getName() + " -> " + target.getName()));
		}
		assertThat(violations).isEmpty();
	}

	@Test
	void packagesFormNoCycle() {
		SlicesRuleDefinition.slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void engineKnowsNoFramework() {
		assertThat(
				List.of("", "text", "store", "observer", "runtime", "core", "record", "session", "async", "concurrent"))
			.allSatisfy((plot) -> assertThat(TABLE.get(plot).theirs).isEqualTo(FOR_ALL));
		assertThat(TABLE.get("session.http").theirs).as("and TLS of the JDK")
			.isEqualTo(Stream.of(FOR_ALL, TLS).flatMap(List::stream).toList());
	}

	@Test
	void lettuceStaysInRedis() {
		assertThat(TABLE)
			.allSatisfy((plot, row) -> assertThat(row.allows("io.lettuce.core")).isEqualTo(plot.startsWith("redis")));
	}

	@Test
	void nobodyImportsAutoconfigure() {
		assertThat(TABLE).allSatisfy((plot, row) -> assertThat(row.ours)
			.noneMatch((imported) -> imported.startsWith("autoconfigure") && !plot.contains("autoconfigure")));
	}

	@Test
	void onlyMetricsRecordsMeters() {
		assertThat(TABLE).allSatisfy((plot, row) -> assertThat(row.allows("io.micrometer.core.instrument"))
			.as("a meter that is tagged by the lock name grows without bound: TagCardinalityIntegrationTests counts "
					+ "the tags of those in the package metrics")
			.isEqualTo(plot.equals("metrics") || plot.equals("autoconfigure.metrics")));
	}

	@Test
	void nothingTakesAMonitor() {
		assertThat(ThreadUse.of(CLASSES).monitors())
			.as("a monitor pins a virtual thread that waits in it, before JDK 24, and anybody can take it: "
					+ "java.util.concurrent.locks")
			.isEmpty();
	}

	@Test
	void nobodyAsksAThreadWhoItIs() {
		assertThat(ThreadUse.of(CLASSES).identities())
			.as("the owner of a lock in Redis is an attempt, never a thread: ids and names of threads are used again")
			.isEmpty();
	}

	@Test
	void timeThreadsAndChanceEnterThroughThePort() {
		assertThat(MachineUse.of(CLASSES.stream()
			.filter((type) -> !plot(type.getPackageName()).equals("runtime")
					&& !type.isEquivalentTo(SystemLockClock.class))))
			// this stop blocks for an answer, and so must not depend on a simulated timer
			.filteredOn((use) -> !(use.contains(SessionKeeper.class.getName() + ".stop(")
					&& use.contains("CompletableFuture.orTimeout(")))
			.as("who replaces LockRuntime decides when what happens: a test that sets the clock, a simulation on one "
					+ "thread")
			.isEmpty();
	}

	@Test
	void noFieldIsInjected() {
		ArchRuleDefinition.fields()
			.should()
			.notBeAnnotatedWith(Autowired.class)
			.andShould()
			.notBeAnnotatedWith(Value.class)
			.because("a class says in its constructor what it needs")
			.check(CLASSES);
	}

	private static String plot(String packageName) {
		return packageName.equals(ROOT) ? "" : packageName.substring(ROOT.length() + 1);
	}

	private static Row row() {
		return new Row();
	}

	private static Row spring() {
		return row().theirs(SPRING);
	}

	/**
	 * Spring Boot: only where things are assembled.
	 */
	private static Row assembly() {
		return spring().theirs(CONTEXT, AOP, List.of("org.springframework.boot", "org.springframework.transaction"));
	}

	/**
	 * What one package may import besides what all may.
	 */
	private static final class Row {

		private final List<String> ours = new ArrayList<>();

		private final List<String> theirs = new ArrayList<>(FOR_ALL);

		Row ours(String... plots) {
			this.ours.addAll(List.of(plots));
			return this;
		}

		@SafeVarargs
		final Row theirs(List<String>... packages) {
			for (List<String> some : packages) {
				this.theirs.addAll(some);
			}
			return this;
		}

		boolean allows(String packageName) {
			if (packageName.equals(ROOT) || packageName.startsWith(ROOT + ".")) {
				return this.ours.contains(plot(packageName));
			}
			return this.theirs.stream()
				.anyMatch((allowed) -> packageName.equals(allowed) || packageName.startsWith(allowed + "."));
		}

	}

}
