package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Listeners;
import io.github.lockstarter.proof.workload.Messages;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;
import io.github.lockstarter.proof.workload.Tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a seed decides for a whole run.
 */
class ConditionsTests {

	private static final Path DIRECTORY = Path.of("target");

	@Test
	void aHundredSeedsHaveEverything() {
		List<Conditions> all = LongStream.range(0, 100).mapToObj(Conditions::of).toList();
		assertThat(all).extracting(Conditions::lasting).contains(FaultKind.LASTING.toArray(FaultKind[]::new));
		assertThat(all).extracting(Conditions::lasting).containsNull();
		assertThat(all).extracting(Conditions::faces).contains(Faces.values());
		assertThat(all).extracting(Conditions::tasks).contains(Tasks.values());
		assertThat(all).extracting(Conditions::several).contains(Several.values());
		assertThat(all).extracting(Conditions::release).contains(ReleaseMode.values());
		assertThat(all).extracting(Conditions::messages).contains(Messages.values());
		assertThat(all).extracting(Conditions::listeners).contains(Listeners.values());
		assertThat(Conditions.of(4_711)).isEqualTo(Conditions.of(4_711));
	}

	@Test
	void aFaultLastsOnlyIfItsKindIsWanted() {
		CampaignSettings settings = CampaignSettings.of(1, DIRECTORY)
			.under(Conditions.PLAIN.lasting(FaultKind.LOST_PUSH));
		assertThat(settings.conditions().lasting()).isEqualTo(FaultKind.LOST_PUSH);
		assertThat(settings.with(EnumSet.of(FaultKind.CUT)).conditions().lasting()).isNull();
	}

	@Test
	void whatMessagesAreWorthIsSaidAsItIs() {
		CampaignSettings settings = CampaignSettings.of(1, DIRECTORY)
			.under(Conditions.PLAIN.messages(Messages.CONFIRMED));
		assertThat(settings.conditions().messages()).isEqualTo(Messages.CONFIRMED);
		// which has to ask Redis how old it is
		assertThat(settings.in(Servers.DELAYED, 1).conditions().messages()).isEqualTo(Messages.DATED);
		assertThat(settings.in(Servers.CLUSTER, 3).conditions().messages()).isEqualTo(Messages.DATED);
		CampaignSettings confirmed = CampaignSettings.of(1, DIRECTORY).under(Conditions.PLAIN);
		assertThat(confirmed.in(Servers.CONFIRMED, 3).conditions().messages()).isEqualTo(Messages.CONFIRMED);
	}

	@Test
	void whatEndsDoesNotLast() {
		assertThatIllegalArgumentException().isThrownBy(() -> Conditions.PLAIN.lasting(FaultKind.RESTART));
	}

	@Test
	void aChangeLeavesTheFormerSettingsAsTheyWere() {
		CampaignSettings settings = CampaignSettings.of(1, DIRECTORY);
		assertThat(settings.mix(Mix.HELD).mix()).isEqualTo(Mix.HELD);
		assertThat(settings.mix()).isEqualTo(Mix.MIXED);
	}

}
