package io.github.lockstarter.autoconfigure.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;

import io.github.lockstarter.leader.DistributedLeader;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Annotated beans of an application that is processed ahead of time.
 */
@Tag("gate")
class LeadersAheadOfTimeTests {

	private final TestGenerationContext generated = new TestGenerationContext();

	LeadersAheadOfTimeTests() {
		try (AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext()) {
			built.register(Application.class, Connection.class, Poller.class, LockLeaderAutoConfiguration.class);
			new ApplicationContextAotGenerator().processAheadOfTime(built, this.generated);
		}
		this.generated.writeGeneratedContent();
	}

	@Test
	void methodsThatAnAnnotationNamesCanBeCalledInANativeImage() {
		RuntimeHints hints = this.generated.getRuntimeHints();
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Inherited.class, "open")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Connection.class, "shut")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Shutting.class, "shut")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Connection.class, "other")).rejects(hints);
	}

	@Test
	@CompileWithForkedClassLoader
	@SuppressWarnings("unchecked")
	void annotatedBeansJoinTheirElections() {
		TestCompiler.forSystem().with(this.generated).compile((compiled) -> {
			try (GenericApplicationContext started = new GenericApplicationContext()) {
				compiled.getInstance(ApplicationContextInitializer.class).initialize(started);
				started.refresh();
				assertThat(started.getBean(Elections.class).joined).containsExactlyInAnyOrder("connection", "poller",
						"made");
			}
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		Elections elections() {
			return new Elections();
		}

		@Bean
		@DistributedLeader(name = "made")
		Made made() {
			return new Made();
		}

	}

	static class Elections implements LeaderElection {

		private final List<String> joined = new ArrayList<>();

		@Override
		public Leadership join(String name, LeaderListener listener) {
			this.joined.add(name);
			return null;
		}

		@Override
		public Leadership join(String name, Duration leaseTime, LeaderListener listener) {
			return join(name, listener);
		}

		@Override
		public List<Leadership> leaderships() {
			return List.of();
		}

	}

	static class Inherited {

		public void open() {
		}

	}

	interface Shutting {

		void shut();

	}

	@DistributedLeader(name = "connection", leaseTime = "10s", initMethod = "open", destroyMethod = "shut")
	static class Connection extends Inherited implements Shutting {

		@Override
		public void shut() {
		}

		public void other() {
		}

	}

	static class Made implements SmartLifecycle {

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public boolean isRunning() {
			return false;
		}

		@Override
		public boolean isAutoStartup() {
			return false;
		}

	}

	@DistributedLeader(name = "poller")
	static class Poller extends Made {

	}

}
