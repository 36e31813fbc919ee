package io.github.lockstarter.proof.mutation;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each seeded bug is seen within a minute.
 */
@Tag("proof")
class MutationGateIntegrationTests {

	@Test
	void everySeededBugIsSeen() throws InterruptedException {
		List<MutantResult> results = new MutationGate(Path.of("target", "proof"), System.out::println)
			.run((name) -> true, 1);
		assertThat(results).allSatisfy((result) -> assertThat(result.isRight()).as(result.toString()).isTrue());
	}

}
