package io.github.lockstarter;

import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a request says of those who share a lock, and what it refuses.
 */
class LockRequestTests {

	private final LockRequest request = LockRequest.of("a");

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, Integer.MIN_VALUE })
	void fewerPermitsThanOneAreRefused(int permits) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.permits(permits))
			.withMessage("permits must be at least 1, not " + permits);
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.mode(LockMode.READ).permits(permits))
			.withMessage("permits must be at least 1, not " + permits);
	}

	@Test
	void readersCannotBeLimitedInWhateverOrderThatIsSaid() {
		String refusal = "a lock with mode READ cannot have permits";
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.mode(LockMode.READ).permits(3))
			.withMessageStartingWith(refusal);
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.permits(3).mode(LockMode.READ))
			.withMessageStartingWith(refusal);
	}

	@Test
	void timesOfMoreThanThirtyDaysAreRefused() {
		Duration longest = Duration.ofDays(30);
		Duration longer = longest.plusMillis(1);
		LockRequest longestOfAll = this.request.waitTime(longest).leaseTime(longest).minHold(longest);
		assertThat(longestOfAll.waitTime()).contains(longest);
		Stream
			.<Function<Duration, LockRequest>>of(this.request::waitTime, this.request::leaseTime, this.request::minHold)
			.forEach((setter) -> assertThatIllegalArgumentException().isThrownBy(() -> setter.apply(longer))
				.withMessageContaining("must be at most 30 days"));
	}

	@Test
	void termsOfAnotherRequestComeWithoutItsNames() {
		LockRequest other = LockRequest.of("other", 1)
			.waitTime(Duration.ofSeconds(1))
			.leaseTime(Duration.ofSeconds(2))
			.minHold(Duration.ofSeconds(3))
			.fair(true)
			.release(ReleaseMode.SENT)
			.permits(3);
		assertThat(this.request.namespace("kind").termsOf(other)).isEqualTo(LockRequest.of("a")
			.namespace("kind")
			.waitTime(Duration.ofSeconds(1))
			.leaseTime(Duration.ofSeconds(2))
			.minHold(Duration.ofSeconds(3))
			.fair(true)
			.release(ReleaseMode.SENT)
			.permits(3));
		assertThat(this.request.permits(3).termsOf(other.permits(1).mode(LockMode.READ)).mode())
			.isEqualTo(LockMode.READ);
	}

	@Test
	void onePermitIsTheLockThatOneHasAlone() {
		assertThat(this.request.permits(3).permits(1)).isEqualTo(this.request);
		assertThat(this.request.permits(1).mode(LockMode.READ)).isEqualTo(this.request.mode(LockMode.READ))
			.isEqualTo(this.request.mode(LockMode.READ).permits(1));
	}

	@Test
	void requestWithPermitsIsNoneThatReads() {
		LockRequest three = this.request.permits(3).mode(LockMode.WRITE);
		assertThat(three).isEqualTo(this.request.permits(3));
		assertThat(three.mode()).isEqualTo(LockMode.WRITE);
		assertThat(three.isShared()).isTrue();
		LockRequest reading = this.request.mode(LockMode.READ);
		assertThat(reading.permits()).isEqualTo(1);
		assertThat(reading.isShared()).isTrue();
		assertThat(reading.mode(LockMode.WRITE)).isEqualTo(this.request);
	}

}
