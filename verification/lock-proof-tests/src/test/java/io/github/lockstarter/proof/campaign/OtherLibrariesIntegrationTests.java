package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same load runs on other libraries. What it shows of them is printed, not judged.
 */
@Tag("proof")
class OtherLibrariesIntegrationTests {

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "redisson-fair", "redisson-fenced", "spring-integration" })
	void theLoadRunsOn(String library) throws InterruptedException {
		CampaignResult result = new Campaign(
				CampaignSettings.of(1, Campaign.directory(Path.of("target", "proof"), library + "-"))
					.on(library)
					.until(0, 0, Duration.ofSeconds(20)),
				System.out::println)
			.run();
		System.out.println(result.summary());
		assertThat(result.history().operations()).anyMatch((operation) -> operation.hasEntered());
	}

}
