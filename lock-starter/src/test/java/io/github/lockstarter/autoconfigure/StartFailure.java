package io.github.lockstarter.autoconfigure;

import java.util.Objects;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.mock.env.MockEnvironment;

/**
 * What a person reads when the start fails: the analysis by the first of the registered
 * analyzers that knows the failure.
 */
final class StartFailure {

	private StartFailure() {
	}

	static FailureAnalysis of(ApplicationContextRunner application) {
		FailureAnalysis[] analysis = new FailureAnalysis[1];
		application.run((context) -> analysis[0] = analyze(context.getStartupFailure()));
		return Objects.requireNonNull(analysis[0], "nobody explains the failure");
	}

	private static FailureAnalysis analyze(Throwable failure) {
		Objects.requireNonNull(failure, "the application has started");
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, new MockEnvironment())
				.and(BeanFactory.class, new DefaultListableBeanFactory()), (type, name, ex) -> {
					// one for a library that is not here
				})
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

}
