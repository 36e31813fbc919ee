package io.github.lockstarter.redis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image is told about the scripts and the topology.
 */
class LockRuntimeHintsTests {

	@ParameterizedTest
	@ValueSource(strings = { "acquire", "renew", "release", "cancel", "yield", "force", "describe", "lock", "queue" })
	void scriptIsAResource(String script) {
		assertThat(
				RuntimeHintsPredicates.resource().forResource("io/github/lockstarter/redis/script/" + script + ".lua"))
			.accepts(hints());
	}

	@Test
	void topologyCanBeRead() throws NoSuchFieldException {
		assertThat(RuntimeHintsPredicates.reflection()
			.onFieldAccess(LettuceConnectionFactory.class.getDeclaredField(FactoryConfiguration.FIELD)))
			.accepts(hints());
	}

	/**
	 * As the ahead-of-time processing does.
	 */
	private static RuntimeHints hints() {
		RuntimeHints hints = new RuntimeHints();
		ClassLoader classLoader = ClassUtils.getDefaultClassLoader();
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories", classLoader)
			.load(RuntimeHintsRegistrar.class)).filteredOn(LockRuntimeHints.class::isInstance)
			.singleElement()
			.satisfies((registrar) -> registrar.registerHints(hints, classLoader));
		return hints;
	}

}
