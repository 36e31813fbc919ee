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
		application.withInitializer(started::set).run((context) -> {
			Throwable failure = Objects.requireNonNull(context.getStartupFailure(), "the application has started");
			analysis.set(of(failure, started.get().getEnvironment(), started.get().getBeanFactory()));
		});
		return analysis.get();
	}

	/**
	 * The same for a failure that did not come from a start.
	 */
	public static FailureAnalysis of(Throwable failure, Environment environment, BeanFactory beans) {
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class,
					ArgumentResolver.of(Environment.class, environment).and(BeanFactory.class, beans),
					(type, name, ex) -> {
						// one for a library that is not here
					})
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("no analyzer explains the failure", failure));
	}

}
