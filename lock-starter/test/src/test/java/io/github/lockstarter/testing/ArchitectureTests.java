package io.github.lockstarter.testing;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * What the test kit may import.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(TestLocks.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void storeInMemoryNeedsNothingButThePorts() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(ROOT + ".testing.memory")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("java..", "org.jspecify..", ROOT, ROOT + ".store", ROOT + ".runtime", ROOT + ".core",
					ROOT + ".record", ROOT + ".testing.memory")
			.check(CLASSES);
	}

	@Test
	void kitCanDoWithoutSpringAndRedis() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + ".testing")
			.and()
			.doNotBelongToAnyOf(AutoConfigureTestLocks.class)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework..", "io.lettuce..", ROOT + ".redis..", ROOT + ".autoconfigure..",
					ROOT + ".testing.autoconfigure")
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
