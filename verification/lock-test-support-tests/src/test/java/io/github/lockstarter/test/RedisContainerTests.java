package io.github.lockstarter.test;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RedisContainerTests {

	private final Engine engine = new Engine();

	private final RedisContainer container = new RedisContainer(this.engine, "valkey/valkey:8");

	@Test
	void imageIsPulledBeforeItIsRun() {
		assertThat(this.container.start()).isEqualTo(new ContainerEngine.Address("somewhere", 1234));
		assertThat(this.engine.asked).isEqualTo("pull valkey/valkey:8, run valkey/valkey:8");
		assertThat(this.container).hasToString("a container of valkey/valkey:8");
	}

	@Test
	void imageThatCannotBePulledIsNamedAndNotRun() {
		this.engine.pull = new IllegalStateException("wrapped", new RuntimeException("manifest unknown\n"));
		assertThatIllegalStateException().isThrownBy(this.container::start)
			.withMessageContaining("The image valkey/valkey:8 is not on this machine and cannot be pulled: "
					+ "manifest unknown. Try \"docker pull valkey/valkey:8\"")
			.withMessageContaining("-Dlock.test.redis.image=")
			.withMessageNotContaining("Start Docker");
		assertThat(this.engine.asked).isEqualTo("pull valkey/valkey:8");
	}

	@Test
	void onlyWhereNoDockerAnswersItIsToBeStarted() {
		this.engine.there = false;
		assertThatIllegalStateException().isThrownBy(this.container::start)
			.withMessageContaining("Start Docker")
			.withMessageContaining("-Ptestcontainers");
		assertThat(this.engine.asked).isEmpty();
	}

	@Test
	void dockerThatCannotBeUsedIsToldInItsWords() {
		this.engine.answer = new IllegalStateException("x", new RuntimeException("no testcontainers/ryuk here"));
		assertThatIllegalStateException().isThrownBy(this.container::start)
			.withMessageContaining("no testcontainers/ryuk here")
			.withMessageContaining("TESTCONTAINERS_RYUK_DISABLED");
	}

	@Test
	void containerThatDoesNotStartIsToldApartFromAMissingImage() {
		this.engine.run = new IllegalStateException("exited with 1");
		assertThatIllegalStateException().isThrownBy(this.container::start)
			.withMessage("The image valkey/valkey:8 is there, but no Redis started from it: exited with 1");
	}

	private static final class Engine implements ContainerEngine {

		private String asked = "";

		private boolean there = true;

		private RuntimeException answer;

		private RuntimeException pull;

		private RuntimeException run;

		@Override
		public boolean answers() {
			failWith(this.answer);
			return this.there;
		}

		@Override
		public void pull(String image) {
			this.asked += "pull " + image;
			failWith(this.pull);
		}

		@Override
		public Address run(String image) {
			this.asked += ", run " + image;
			failWith(this.run);
			return new Address("somewhere", 1234);
		}

		private static void failWith(RuntimeException failure) {
			if (failure != null) {
				throw failure;
			}
		}

	}

}
