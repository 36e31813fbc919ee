package io.github.lockstarter.zookeeper;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * What the store in ZooKeeper may import.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(ZooKeeperDirectory.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void directoryKnowsThePortAndZooKeeper() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(ROOT + ".zookeeper")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "org.apache.zookeeper..",
					"org.apache.curator..", ROOT + ".zookeeper", ROOT + ".session", ROOT + ".store", ROOT + ".core",
					ROOT + ".text")
			.check(CLASSES);
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
