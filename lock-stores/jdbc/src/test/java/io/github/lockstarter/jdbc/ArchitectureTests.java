package io.github.lockstarter.jdbc;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * What the store in a database may import.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(JdbcLockStore.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void storeKnowsThePortTheRulesAndItsSettings() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(ROOT + ".jdbc")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("java..", "javax.sql..", "org.jspecify..", "org.slf4j..", "org.postgresql..",
					ROOT + ".jdbc", ROOT + ".store", ROOT + ".record", ROOT + ".runtime", ROOT + ".core",
					ROOT + ".text")
			.check(CLASSES);
	}

	@Test
	void onlyWhatIsOfPostgresAloneKnowsItsDriver() {
		ArchRuleDefinition.noClasses()
			.that()
			.doNotBelongToAnyOf(PostgresListener.class, PostgresPool.class, PostgresBackend.class)
			.should()
			.dependOnClassesThat()
			.resideInAPackage("org.postgresql..")
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
