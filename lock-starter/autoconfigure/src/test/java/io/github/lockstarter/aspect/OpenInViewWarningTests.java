package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.SpelKeyResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Of which methods the start of an application with JPA warns.
 */
@ExtendWith(OutputCaptureExtension.class)
class OpenInViewWarningTests {

	private static final String WARNING = "is locked and transactional, while spring.jpa.open-in-view is on";

	private final TransactionAttributeSource transactions = new AnnotationTransactionAttributeSource();

	@Test
	void transactionalMethodsAreNamedInOneWarning(CapturedOutput output) {
		warn(true, this.transactions, Transactions.class);
		assertThat(output).containsOnlyOnce("Transactions.one() (and 1 more) " + WARNING)
			.contains("Set spring.jpa.open-in-view=false")
			.contains("distributed-lock.aspect.warn-open-in-view=false");
	}

	@Test
	void methodsWithoutATransactionOnTheThreadOfTheRequestAreNone(CapturedOutput output) {
		warn(true, this.transactions, NoTransactions.class);
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void nothingIsSaidWhereItIsOff(CapturedOutput output) {
		warn(false, this.transactions, Transactions.class);
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void nothingIsSaidWithoutTransactionManagement(CapturedOutput output) {
		warn(true, null, Transactions.class);
		assertThat(output).doesNotContain(WARNING);
	}

	private static void warn(boolean openInView, @Nullable TransactionAttributeSource transactions, Class<?> type) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		DistributedLockSpecs specs = new DistributedLockSpecs(beans, () -> new SpelKeyResolver(beans),
				() -> List.of(new Futures(), new BlockingCalls(() -> {
					throw new AssertionError("not called");
				}, () -> LockedExecution.PLAIN)));
		specs.annotated(type).forEach((found) -> specs.of(found, type));
		new OpenInViewWarning(specs, () -> transactions, () -> openInView).afterSingletonsInstantiated();
	}

	static class Transactions {

		@Transactional
		@DistributedLocked(name = "one")
		public void one() {
		}

		@Transactional(propagation = Propagation.REQUIRES_NEW)
		@DistributedLocked(name = "two")
		public void two() {
		}

	}

	static class NoTransactions {

		@DistributedLocked(name = "plain")
		public void plain() {
		}

		@Transactional(propagation = Propagation.NOT_SUPPORTED)
		@DistributedLocked(name = "suspended")
		public void suspended() {
		}

		@Transactional
		@DistributedLocked(name = "future")
		public CompletableFuture<Void> future() {
			return CompletableFuture.completedFuture(null);
		}

	}

	private static final class Futures implements LockedResultKind {

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return method.getReturnType() == CompletableFuture.class;
		}

		@Override
		public @Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired,
				OnLost onLost) {
			return null;
		}

		@Override
		public @Nullable Object invoke(LockedCall call) {
			return null;
		}

	}

}
