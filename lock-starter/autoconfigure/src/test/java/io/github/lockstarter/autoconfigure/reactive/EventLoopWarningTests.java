package io.github.lockstarter.autoconfigure.reactive;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.aspect.LockedApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Blocking methods that are called on threads of Reactor.
 */
@ExtendWith(OutputCaptureExtension.class)
class EventLoopWarningTests {

	@Test
	void oneWarningPerBlockingMethodOnAThreadThatMustNotBlock(CapturedOutput output) {
		application().run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			on(Schedulers.parallel(), jobs::blocking);
			on(Schedulers.parallel(), jobs::blocking);
		});
		assertThat(output).containsOnlyOnce("Jobs.blocking() is called on a thread that must not block");
	}

	@Test
	void noWarningOnAThreadThatMayBlock(CapturedOutput output) {
		application().run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			jobs.blocking();
			on(Schedulers.boundedElastic(), jobs::blocking);
		});
		assertThat(output).doesNotContain("must not block");
	}

	private static ApplicationContextRunner application() {
		return LockedApplication.with(Jobs.class)
			.withConfiguration(AutoConfigurations.of(LockReactiveAutoConfiguration.class));
	}

	private static void on(Scheduler scheduler, Runnable call) {
		Mono.fromRunnable(call).subscribeOn(scheduler).block();
	}

	static class Jobs {

		@DistributedLocked(name = "blocking")
		void blocking() {
		}

	}

}
