package io.github.lockstarter.architecture;

import java.util.Arrays;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.consul.ConsulDirectory;
import io.github.lockstarter.etcd.EtcdDirectory;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.zookeeper.ZooKeeperDirectory;

/**
 * What the stores beside that in Redis may import.
 */
class StoresTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final String[] FOR_ALL = { "java..", "org.jspecify..", "org.slf4j..", ROOT + ".store",
			ROOT + ".core", ROOT + ".text" };

	private static final JavaClasses JDBC = Product.classesBeside(JdbcLockStore.class);

	private static final JavaClasses ETCD = Product.classesBeside(EtcdDirectory.class);

	private static final JavaClasses CONSUL = Product.classesBeside(ConsulDirectory.class);

	private static final JavaClasses ZOOKEEPER = Product.classesBeside(ZooKeeperDirectory.class);

	static Stream<JavaClasses> directories() {
		return Stream.of(ETCD, CONSUL, ZOOKEEPER);
	}

	@Test
	void storeInADatabaseKnowsThePortTheRulesAndItsSettings() {
		packageImportsOnly(JDBC, ".jdbc", "javax.sql..", "org.postgresql..", ROOT + ".record", ROOT + ".runtime");
	}

	@Test
	void onlyWhatIsOfPostgresAloneKnowsItsDriver() {
		ArchRuleDefinition.noClasses()
			.that()
			.haveNameNotMatching(".*\\.Postgres(Listener|Pool|Backend)(\\$.*)?")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.postgresql..")
			.check(JDBC);
	}

	@Test
	void directoriesOverHttpKnowThePortAndTheClientOfTheJdk() {
		packageImportsOnly(ETCD, ".etcd", "javax.net.ssl..", ROOT + ".session", ROOT + ".session.http");
		packageImportsOnly(CONSUL, ".consul", "javax.net.ssl..", ROOT + ".session", ROOT + ".session.http");
	}

	@Test
	void directoryInZooKeeperKnowsThePortAndZooKeeper() {
		packageImportsOnly(ZOOKEEPER, ".zookeeper", "org.apache.zookeeper..", "org.apache.curator..",
				ROOT + ".session");
	}

	@Test
	void onlyTheGatewayOfEtcdAndItsStreamsSpeakHttp() {
		onlyTheseSpeakHttp(ETCD, ".*\\.(Gateway\\w*|Changes\\w*|Stream)(\\$.*)?");
	}

	@Test
	void onlyTheGatewayOfConsulAndThePollsSpeakHttp() {
		onlyTheseSpeakHttp(CONSUL, ".*\\.(ConsulGateway|Polls)(\\$.*)?");
	}

	@Test
	void requestsAreNotThoseOfCurator() {
		ArchRuleDefinition.noClasses()
			.that()
			.doNotHaveSimpleName("Connection")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.apache.curator..")
			.because("it repeats them in another order, and has their callers wait")
			.check(ZOOKEEPER);
	}

	@ParameterizedTest
	@MethodSource("directories")
	void timeAndThreadsAreHandedIn(JavaClasses classes) {
		ArchRuleDefinition.noClasses()
			.should()
			.callMethod(System.class, "nanoTime")
			.orShould()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.dependOnClassesThat()
			.haveFullyQualifiedName(Thread.class.getName())
			.check(classes);
	}

	private static void packageImportsOnly(JavaClasses classes, String plot, String... imports) {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(ROOT + plot)
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage(Stream.of(Stream.of(ROOT + plot), Arrays.stream(FOR_ALL), Arrays.stream(imports))
				.flatMap((packages) -> packages)
				.toArray(String[]::new))
			.check(classes);
	}

	private static void onlyTheseSpeakHttp(JavaClasses classes, String names) {
		ArchRuleDefinition.noClasses()
			.that()
			.haveNameNotMatching(names)
			.should()
			.dependOnClassesThat()
			.resideInAPackage("java.net.http..")
			.check(classes);
	}

}
