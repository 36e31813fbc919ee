package io.github.lockstarter.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Who has which slot is asked of one node after the other, and none is waited for.
 */
@Timeout(120)
class SlotLookupTests {

	private static final long NEVER = TimeUnit.HOURS.toMillis(1);

	private static final SlotsReply FIRST = new SlotsReply(
			List.of(new SlotsReply.Range(0, 100, new Address("first", 1))));

	private static final SlotsReply SECOND = new SlotsReply(
			List.of(new SlotsReply.Range(0, 100, new Address("second", 2))));

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final CompletableFuture<SlotsReply> result = new CompletableFuture<>();

	@AfterEach
	void stop() {
		this.scheduler.shutdownNow();
	}

	@Test
	void nodeThatHangsIsNotWaitedFor() throws Exception {
		CompletableFuture<SlotsReply> hangs = new CompletableFuture<>();
		ask(NEVER, List.of(() -> hangs, () -> CompletableFuture.completedStage(SECOND)));
		assertThat(this.result.get(120, TimeUnit.SECONDS)).isEqualTo(SECOND);
		hangs.complete(FIRST);
		assertThat(this.result).isCompletedWithValue(SECOND);
	}

	@Test
	void nodeThatIsSlowStillCounts() throws Exception {
		CompletableFuture<SlotsReply> slow = new CompletableFuture<>();
		ask(NEVER, List.of(() -> slow, () -> {
			this.scheduler.schedule(() -> slow.complete(FIRST), 1, TimeUnit.MILLISECONDS);
			return CompletableFuture.failedStage(new IllegalStateException("refused"));
		}));
		assertThat(this.result.get(120, TimeUnit.SECONDS)).isEqualTo(FIRST);
	}

	@Test
	void nodeThatFailsIsFollowedByTheNext() throws Exception {
		ask(NEVER, List.of(() -> {
			throw new IllegalStateException("refused");
		}, () -> CompletableFuture.completedStage(SECOND)));
		assertThat(this.result.get(120, TimeUnit.SECONDS)).isEqualTo(SECOND);
	}

	@Test
	void silenceOfAllIsAFailure() {
		ask(50, List.of(CompletableFuture::new, CompletableFuture::new));
		assertThatThrownBy(() -> this.result.get(120, TimeUnit.SECONDS)).hasMessageContaining("no node of the cluster");
	}

	private void ask(long timeoutMillis, List<Supplier<CompletionStage<SlotsReply>>> sources) {
		this.scheduler.execute(new SlotLookup(this.scheduler, timeoutMillis, sources.iterator(), this.result::complete,
				this.result::completeExceptionally)::ask);
	}

}
