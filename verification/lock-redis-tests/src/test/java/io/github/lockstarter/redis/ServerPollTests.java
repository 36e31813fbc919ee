package io.github.lockstarter.redis;

import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Several are asked at once, and none is waited for.
 */
@Timeout(120)
class ServerPollTests {

	private final Supervision patient = new Supervision(Executors.newSingleThreadScheduledExecutor(),
			TimeUnit.HOURS.toMillis(1), 0, null, new ThreadRuntime(new SystemLockClock()));

	private final Supervision hasty = new Supervision(this.patient.scheduler(), 20, 0, null,
			new ThreadRuntime(new SystemLockClock()));

	@AfterEach
	void stop() {
		this.patient.stop();
	}

	@Test
	void allAnswersCountByTheirPlaces() throws Exception {
		assertThat(ask(this.patient, said("a"), said("b"))).containsEntry(0, "a").containsEntry(1, "b");
	}

	@Test
	void whoHangsIsNotWaitedFor() throws Exception {
		assertThat(ask(this.patient, new CompletableFuture<>(), said("b"))).containsOnlyKeys(1);
	}

	@Test
	void whoFailsHasSaidNothing() throws Exception {
		assertThat(ask(this.patient, failed("refused"), said("b"))).containsOnlyKeys(1);
	}

	@Test
	void firstFailureIsTheReasonWhereNobodyAnswers() {
		assertThatThrownBy(() -> ask(this.patient, failed("refused"), failed("also"))).hasRootCauseMessage("refused");
	}

	@Test
	void silenceOfAllIsAFailure() {
		assertThatThrownBy(() -> ask(this.hasty, new CompletableFuture<>(), new CompletableFuture<>()))
			.hasMessageContaining("no server that knows the master answers");
	}

	@Test
	void whoseFirstConnectionMayTakeLongerIsWaitedForAsLong() throws Exception {
		Supervision starting = new Supervision(this.patient.scheduler(), 1, TimeUnit.HOURS.toMillis(1), null,
				new ThreadRuntime(new SystemLockClock()));
		CompletableFuture<String> late = new CompletableFuture<>();
		this.patient.scheduler().schedule(() -> late.complete("a"), 200, TimeUnit.MILLISECONDS);
		assertThat(ask(starting, late, new CompletableFuture<>())).containsEntry(0, "a");
	}

	@Test
	void whoHangsIsNotWaitedForThatLongWhereAnotherIsRefused() {
		Supervision starting = new Supervision(this.patient.scheduler(), 20, TimeUnit.HOURS.toMillis(1), null,
				new ThreadRuntime(new SystemLockClock()));
		assertThatThrownBy(() -> ask(starting, new CompletableFuture<>(), failed("refused")))
			.hasRootCauseMessage("refused");
	}

	@Test
	void lateAnswerChangesNothing() throws Exception {
		CompletableFuture<String> late = new CompletableFuture<>();
		SortedMap<Integer, String> answers = ask(this.patient, late, said("b"));
		late.complete("a");
		this.patient.scheduler().submit(() -> {
		}).get();
		assertThat(answers).containsOnlyKeys(1);
	}

	private static SortedMap<Integer, String> ask(Supervision supervision, CompletionStage<String> one,
			CompletionStage<String> other) throws InterruptedException, ExecutionException {
		ServerPoll<String> inquiry = new ServerPoll<>(supervision, List.of(() -> one, () -> other));
		return CompletableFuture.supplyAsync(inquiry::ask, supervision.scheduler())
			.thenCompose((answer) -> answer)
			.get();
	}

	private static CompletionStage<String> said(String word) {
		return CompletableFuture.completedStage(word);
	}

	private static CompletionStage<String> failed(String reason) {
		return CompletableFuture.failedStage(new IllegalStateException(reason));
	}

}
