package io.github.lockstarter.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

/**
 * What the test kit may import.
 */
class TestKitTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses CLASSES = Product.classesBeside(TestLocks.class);

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

}
