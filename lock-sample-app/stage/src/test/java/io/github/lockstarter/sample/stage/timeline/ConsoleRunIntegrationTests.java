package io.github.lockstarter.sample.stage.timeline;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.stage.StagedSampleApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
@Timeout(300)
class ConsoleRunIntegrationTests {

	@Test
	void printsTheParallelAndTheSerialRunAndEnds(CapturedOutput output) {
		TestRedis redis = TestRedis.shared();
		Stream<String> arguments = Stream.of("--console", "--spring.data.redis.host=" + redis.host(),
				"--spring.data.redis.port=" + redis.port());
		Stream<String> patience = Patience.SETTINGS.entrySet()
			.stream()
			.map((setting) -> "--" + setting.getKey() + "=" + setting.getValue());
		StagedSampleApplication.main(Stream.concat(arguments, patience).toArray(String[]::new));
		String printed = output.getOut();
		int second = printed.indexOf("The same ten, each under the lock:");
		assertThat(printed.substring(0, second)).contains("wait 3", "process start 3", "process end 3")
			.containsPattern("At most ([2-9]|10) of 10 worked at the same time.")
			.doesNotContain("lock by");
		List<String> steps = printed.substring(second)
			.lines()
			.filter((line) -> line.contains("token"))
			.map((line) -> line.replaceFirst("^ *\\d+ ms +", "").replaceAll(" \\d.*", ""))
			.toList();
		assertThat(steps).hasSize(40);
		for (int task = 0; task < 10; task++) {
			assertThat(steps.subList(4 * task, 4 * task + 4)).containsExactly("lock by", "process start", "process end",
					"unlock by");
		}
		assertThat(printed.substring(second)).contains("wait 3")
			.containsPattern("lock by 3 +lock ten-tasks, token \\d+")
			.contains("At most 1 of 10 worked at the same time.");
	}

}
