package io.github.lockstarter.proof.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LookoutTests {

	private final List<String> lines = new ArrayList<>();

	private long now;

	private final Lookout lookout = new Lookout(
			(kind, nanos,
					words) -> this.lines.add(kind + " " + nanos + " "
							+ Arrays.stream(words).map(String::valueOf).collect(Collectors.joining(" "))),
			() -> this.now, null);

	private void look(long begin, long end, @Nullable String owner) {
		this.now = end;
		this.lookout.seen("lock", begin, 1, new @Nullable String[] { owner, "1000", "7", "0", "-1" }, Map::of);
	}

	@Test
	void whatALookSeesWasSoWhenItBegan() {
		look(90, 100, "me");
		look(110, 5_000, "me");
		look(5_010, 5_020, null);
		assertThat(this.lines).as("the answer to the second look was on its way for long")
			.contains("K 110 lock me 7 100");
	}

}
