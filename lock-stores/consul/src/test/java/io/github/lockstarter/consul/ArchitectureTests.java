package io.github.lockstarter.consul;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * The allowed imports of the store in Consul.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(ConsulDirectory.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void directoryKnowsThePortAndTheClientOfTheJdk() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(ROOT + ".consul")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("java..", "javax.net.ssl..", "org.jspecify..", "org.slf4j..", ROOT + ".consul",
					ROOT + ".session", ROOT + ".session.http", ROOT + ".store", ROOT + ".core", ROOT + ".text")
			.check(CLASSES);
	}

	@Test
	void onlyTheGatewayAndThePollsKnowHttp() {
		ArchRuleDefinition.noClasses()
			.that()
			.doNotHaveSimpleName("ConsulGateway")
			.and()
			.haveNameNotMatching(".*\\.Polls(\\$.*)?")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("java.net.http..")
			.check(CLASSES);
	}

	@Test
	void timeAndThreadsAreHandedIn() {
		ArchRuleDefinition.noClasses()
			.should()
			.callMethod(System.class, "nanoTime")
			.orShould()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.dependOnClassesThat()
			.haveFullyQualifiedName(Thread.class.getName())
			.check(CLASSES);
	}

	@Test
	void noBeanHasANameThatTheApplicationMayUse() {
		ArchRuleDefinition.methods()
			.that()
			.areAnnotatedWith(Bean.class)
			.should()
			.haveNameStartingWith("distributedLockStarter")
			.check(CLASSES);
	}

}
