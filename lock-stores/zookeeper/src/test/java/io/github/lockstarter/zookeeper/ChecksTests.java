package io.github.lockstarter.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChecksTests {

	private final List<CompletableFuture<Boolean>> answers = new ArrayList<>(
			List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>()));

	@Test
	void transactionThatSucceedsFindsAllPlaces() {
		assertThat(
				Checks.tell(List.of(new OpResult.CheckResult(), new OpResult.CheckResult(), new OpResult.CheckResult()),
						this.answers))
			.isEqualTo(3);
		assertThat(this.answers).allMatch(CompletableFuture::join);
	}

	@Test
	void transactionThatFailsAtAPlaceSaysNothingOfThoseBehindIt() {
		assertThat(Checks.tell(errors(Code.OK, Code.NONODE, Code.RUNTIMEINCONSISTENCY), this.answers)).isEqualTo(2);
		assertThat(this.answers.get(0).join()).isTrue();
		assertThat(this.answers.get(1).join()).isFalse();
		assertThat(this.answers.get(2)).isNotDone();
	}

	@Test
	void transactionOfASessionThatIsOverFindsNothing() {
		assertThat(Checks.tell(errors(Code.SESSIONEXPIRED, Code.RUNTIMEINCONSISTENCY, Code.RUNTIMEINCONSISTENCY),
				this.answers))
			.isEqualTo(3);
		assertThat(this.answers).allMatch(CompletableFuture::isCompletedExceptionally);
		assertThat(ZooKeeperErrors.code(this.answers.get(0).handle((there, failure) -> failure).join()))
			.isEqualTo(Code.SESSIONEXPIRED);
	}

	private static List<OpResult> errors(Code... codes) {
		return IntStream.range(0, codes.length)
			.<OpResult>mapToObj((index) -> new OpResult.ErrorResult(codes[index].intValue()))
			.toList();
	}

}
