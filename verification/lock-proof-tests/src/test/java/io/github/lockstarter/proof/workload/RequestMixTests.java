package io.github.lockstarter.proof.workload;

import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.proof.workload.ClientArguments.Name;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestMix}.
 */
class RequestMixTests {

	private static LongStream fixedLeases(Timing timing) {
		ClientArguments arguments = ClientArguments.none()
			.with(Name.LOCKS, 10)
			.with(Name.MIX, Mix.MIXED)
			.with(Name.FACES, Faces.BLOCKING)
			.with(Name.TASKS, Tasks.AMPLE)
			.with(Name.SEVERAL, Several.SOMETIMES)
			.with(Name.SHARES, Shares.SOMETIMES)
			.with(Name.SERVERS, Servers.ONE);
		RequestMix mix = new RequestMix(4711, arguments, timing);
		return Stream.generate(mix::next).limit(5_000).mapToLong(Request::leaseMillis).filter((lease) -> lease > 0);
	}

	@Test
	void someLeasesAreOverBeforeTheirAnswerIs() {
		assertThat(fixedLeases(Timing.BUSY)).anyMatch((lease) -> lease < 60);
	}

	@Test
	void noLeaseIsOverBeforeItsAnswerOnAMachineThatIsBusyWithOtherThings() {
		assertThat(fixedLeases(Timing.UNHURRIED)).isNotEmpty().allMatch((lease) -> lease >= 1_000);
	}

}
