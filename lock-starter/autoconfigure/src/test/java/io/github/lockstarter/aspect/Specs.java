package io.github.lockstarter.aspect;

import java.util.List;
import java.util.Map;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.github.lockstarter.key.SpelKeyResolver;

/**
 * What the annotations of a class say, read without an application.
 */
final class Specs {

	private Specs() {
	}

	/**
	 * Reads them as the start of an application does.
	 * @param type a class with blocking methods
	 * @param properties what placeholders stand for
	 * @return the specs of all its methods
	 */
	static List<DistributedLockSpec> of(Class<?> type, Map<String, Object> properties) {
		DistributedLockSpecs specs = reader(properties);
		return specs.annotated(type).stream().flatMap((found) -> specs.of(found, type).stream()).toList();
	}

	private static DistributedLockSpecs reader(Map<String, Object> properties) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.addEmbeddedValueResolver(environment::resolveRequiredPlaceholders);
		LockedResultKind blocking = new BlockingCalls(() -> {
			throw new AssertionError("nothing is called");
		}, () -> LockedExecution.PLAIN);
		return new DistributedLockSpecs(beans, () -> new SpelKeyResolver(beans), () -> List.of(blocking));
	}

}
