package io.github.lockstarter.core;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;
import org.mockito.stubbing.Answer;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.FailsInStages;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A store that does not keep the rules of its port.
 */
class GuardedStoreTests {

	private static final List<Renewal> RENEWALS = List.of(new Renewal("a", "client:1", 10),
			new Renewal("b", "client:2", 10));

	private static final Map<Class<?>, Object> ARGUMENTS = Map.of(String.class, "text", long.class, 10L, int.class, 2,
			boolean.class, true, List.class, RENEWALS, PushMessage.class,
			new PushMessage(PushMessage.Kind.GRANT, "client:1", ServerTime.NONE, 1, 1, 10, "key"));

	static Stream<Method> commands() {
		return Arrays.stream(LockStore.class.getDeclaredMethods())
			.filter((method) -> method.getReturnType() == CompletionStage.class
					&& !method.toString().startsWith("private"));
	}

	// one that it leaves to the port's default would answer as if the store had none
	@Test
	void everyMethodOfThePortIsPassedOn() {
		assertThat(Arrays.stream(LockStore.class.getDeclaredMethods())
			.filter((method) -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers())))
			.allSatisfy((method) -> assertThat(
					GuardedStore.class.getDeclaredMethod(method.getName(), method.getParameterTypes()))
				.isNotNull());
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whatACommandThrowsIsHowItsStageFails(Method command) throws Exception {
		StoreException failure = failure(command, store((called) -> {
			throw new AssertionError("broken");
		}));
		assertThat(failure.getOutcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(failure).hasMessageContaining("java.lang.AssertionError: broken");
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whatTheStoreKnowsOfItStays(Method command) throws Exception {
		StoreException thrown = new StoreException(Outcome.REJECTED, "no", null);
		assertThat(failure(command, store((called) -> {
			throw thrown;
		}))).isSameAs(thrown);
	}

	@ParameterizedTest
	@MethodSource("commands")
	void commandWithoutAStageHasFailed(Method command) throws Exception {
		assertThat(failure(command, store((called) -> null)).getOutcome()).isEqualTo(Outcome.UNKNOWN);
	}

	@ParameterizedTest
	@MethodSource("commands")
	void everyCommandReachesTheOneOfTheStore(Method command) throws Exception {
		AtomicReference<Method> reached = new AtomicReference<>();
		CompletionStage<StoreReply> answer = new CompletableFuture<>();
		assertThat(call(command, store((called) -> {
			reached.set(called.getMethod());
			return answer;
		}))).isSameAs(answer);
		assertThat(reached).hasValue(command);
	}

	@Test
	void renewalsOfAStoreThatThrowsHaveAllFailed() {
		assertAllFail(store((called) -> {
			throw new NoClassDefFoundError("broken");
		}));
	}

	@Test
	void renewalsWithoutAnAnswerEachHaveAllFailed() {
		assertAllFail(store((called) -> List.of(new CompletableFuture<>())));
		assertAllFail(store((called) -> Arrays.asList(new CompletableFuture<>(), null)));
		assertAllFail(store((called) -> null));
	}

	private static void assertAllFail(LockStore store) {
		assertThat(store.renew(RENEWALS)).hasSize(2).allSatisfy(GuardedStoreTests::failure);
	}

	@Test
	void questionThatThrowsIsAnsweredWithWhatIsSafe() {
		LockStore store = store((called) -> {
			throw new AssertionError("broken");
		});
		assertThat(store.isPushAvailable("a")).isFalse();
		assertThat(store.label()).contains("LockStore");
		assertThat(store.properties()).isEqualTo("distributed-lock.*");
		assertThat(store.state()).isEqualTo(StoreState.UNKNOWN);
		assertThat(store.nodes()).isEmpty();
		assertThat(store.remedy("away")).isEmpty();
		store.resubscribe("a");
	}

	@Test
	void questionWithoutAnAnswerIsAnsweredWithWhatIsSafe() {
		LockStore store = store((called) -> null);
		assertThat(store.label()).contains("LockStore");
		assertThat(store.properties()).isEqualTo("distributed-lock.*");
		assertThat(store.state()).isEqualTo(StoreState.UNKNOWN);
		assertThat(store.nodes()).isEmpty();
		assertThat(store.remedy("away")).isEmpty();
	}

	@Test
	void whatACallerHasToHearIsNotHidden() {
		LockStore store = store((called) -> {
			throw new AssertionError("broken");
		});
		assertThatExceptionOfType(AssertionError.class).isThrownBy(store::clientId);
		assertThatExceptionOfType(AssertionError.class).isThrownBy(store::stop);
	}

	@Test
	void storeThatDeclaresToFailInStagesIsCalledDirectly() {
		LockStore careful = new Careful();
		assertThat(GuardedStore.around(careful)).isSameAs(careful);
	}

	@Test
	void storesMadeOfACarefulOneAreGuardedAsForeignOnes() {
		LockStore changed = new Careful() {

			@Override
			public CompletionStage<StoreReply> describe(String name) {
				throw new AssertionError("broken");
			}

		};
		assertThat(failure(GuardedStore.around(changed).describe("a")).getOutcome()).isEqualTo(Outcome.UNKNOWN);
	}

	@Test
	void engineSurvivesAForeignStoreThatThrows() {
		LockStore foreign = Mockito.mock(LockStore.class, (called) -> {
			if (called.getMethod().getName().equals("clientId")) {
				return "client";
			}
			throw new AssertionError("broken");
		});
		Engine engine = new Engine(foreign, TestSettings.defaults(), new ThreadRuntime(new SystemLockClock()),
				List.of());
		assertThat(failure(engine.context().store().describe("a"))).hasMessageContaining("broken");
	}

	private static LockStore store(Answer<?> behaviour) {
		return GuardedStore.around(Mockito.mock(LockStore.class, behaviour));
	}

	private static Object call(Method command, LockStore store) throws ReflectiveOperationException {
		return command.invoke(store, Arrays.stream(command.getParameterTypes()).map(ARGUMENTS::get).toArray());
	}

	private static StoreException failure(Method command, LockStore store) throws ReflectiveOperationException {
		return failure((CompletionStage<?>) call(command, store));
	}

	private static StoreException failure(CompletionStage<?> answer) {
		return (StoreException) answer.handle((reply, failure) -> failure).toCompletableFuture().join();
	}

	@FailsInStages
	private static class Careful extends ScriptedStore {

		Careful() {
			super(new SystemLockClock());
		}

	}

}
