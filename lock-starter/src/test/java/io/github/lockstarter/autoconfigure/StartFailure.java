package io.github.lockstarter.autoconfigure;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/**
 * What a person reads when the start fails: the analysis by the first of the registered
 * analyzers that knows the failure.
 */
public final class StartFailure {

	private StartFailure() {
	}

	public static FailureAnalysis of(ApplicationContextRunner application) {
		AtomicReference<ConfigurableApplicationContext> started = new AtomicReference<>();
		AtomicReference<FailureAnalysis> analysis = new AtomicReference<>();
		application.withInitializer(started::set)
			.run((context) -> analysis.set(analyze(context.getStartupFailure(), started.get())));
		return Objects.requireNonNull(analysis.get(), "nobody explains the failure");
	}

	private static FailureAnalysis analyze(Throwable failure, ConfigurableApplicationContext context) {
		Objects.requireNonNull(failure, "the application has started");
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, context.getEnvironment())
				.and(BeanFactory.class, context.getBeanFactory()), (type, name, ex) -> {
					// one for a library that is not here
				})
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

}
