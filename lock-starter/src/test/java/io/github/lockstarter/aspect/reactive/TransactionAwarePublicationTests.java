package io.github.lockstarter.aspect.reactive;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.reactive.ReactiveLease;
import io.github.lockstarter.reactive.ReactiveLockOperations;
import io.github.lockstarter.reactive.ReactiveLockedAction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willCallRealMethod;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

class TransactionAwarePublicationTests {

	private static final LockRequest REQUEST = LockRequest.of("tx");

	private final Lease lease = mock(Lease.class);

	@Test
	void nobodyBeginsUnderALeaseThatWasLostWhileItsThreadWasWaitedFor() {
		given(this.lease.remaining()).willReturn(Duration.ofSeconds(10));
		willThrow(LockLostException.class).given(this.lease).ensureHeld();
		AtomicBoolean begun = new AtomicBoolean();
		Mono<Object> locked = Mono.from(publication().publish(mock(LockedMethod.class), REQUEST, (held) -> {
			begun.set(true);
			return Mono.just("done");
		}, true));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> TransactionalOperator
			.create(new ReactiveTransactionIntegrationTests.RecordingTransactionManager())
			.transactional(locked)
			.block());
		assertThat(begun).isFalse();
	}

	@Test
	void lossInACallbackBeforeTheCommitThatTheBodyRegisteredRefusesTheCommit() {
		given(this.lease.remaining()).willReturn(Duration.ofSeconds(10));
		AtomicBoolean lost = new AtomicBoolean();
		willAnswer((call) -> {
			if (lost.get()) {
				throw new LockLostException("tx", "lost");
			}
			return null;
		}).given(this.lease).ensureHeld();
		TransactionSynchronization slow = new TransactionSynchronization() {

			@Override
			public Mono<Void> beforeCommit(boolean readOnly) {
				return Mono.fromRunnable(() -> lost.set(true));
			}

		};
		Mono<Object> locked = Mono.from(publication().publish(mock(LockedMethod.class), REQUEST,
				(held) -> TransactionSynchronizationManager.forCurrentTransaction()
					.doOnNext((manager) -> manager.registerSynchronization(slow))
					.thenReturn("done"),
				true));
		TransactionalOperator transaction = TransactionalOperator
			.create(new ReactiveTransactionIntegrationTests.RecordingTransactionManager());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> transaction.transactional(locked).block());
	}

	private TransactionAwarePublication publication() {
		return new TransactionAwarePublication(this::locks, () -> true, new ApplicationThread(() -> null));
	}

	private ReactiveLockOperations locks() {
		ReactiveLease reactive = mock(ReactiveLease.class);
		willCallRealMethod().given(reactive).ensureHeld();
		given(reactive.asLease()).willReturn(this.lease);
		given(reactive.release()).willReturn(Mono.empty());
		given(reactive.releaseNow()).willReturn(Mono.empty());
		ReactiveLockOperations locks = mock(ReactiveLockOperations.class);
		given(locks.acquire(any(LockRequest.class))).willReturn(Mono.just(reactive));
		given(locks.execute(any(LockRequest.class), any())).willAnswer((call) -> {
			ReactiveLockedAction<?> action = call.getArgument(1);
			return Mono.defer(() -> running(action, reactive));
		});
		return locks;
	}

	private static Mono<?> running(ReactiveLockedAction<?> action, ReactiveLease lease) {
		try {
			return Mono.from(action.run(lease));
		}
		catch (Exception ex) {
			return Mono.error(ex);
		}
	}

}
