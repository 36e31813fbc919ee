package io.github.lockstarter.architecture;

import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/**
 * The beans of all published jars.
 */
class BeansTests {

	@Test
	void noBeanHasANameThatTheApplicationMayUse() {
		ArchRuleDefinition.methods()
			.that()
			.areAnnotatedWith(Bean.class)
			.should()
			.haveNameStartingWith("distributedLockStarter")
			.because("an application with a bean of the same name does not start, and many have a lockTemplate or a "
					+ "distributedLockInterceptor")
			.check(Product.classes());
	}

}
