package io.github.lockstarter.test;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class OnceTests {

	private final AtomicInteger tries = new AtomicInteger();

	@Test
	void whatWasMadeIsKept() {
		Once<Integer> once = new Once<>(this.tries::incrementAndGet);
		assertThat(once.peek()).isNull();
		assertThat(once.get()).isOne();
		assertThat(once.get()).isOne();
		assertThat(once.peek()).isOne();
	}

	@Test
	void whatFailedIsNotTriedAgain() {
		Once<String> once = new Once<>(() -> {
			throw new IllegalStateException("failure " + this.tries.incrementAndGet());
		});
		assertThatIllegalStateException().isThrownBy(once::get).withMessage("failure 1");
		assertThatIllegalStateException().isThrownBy(once::get).withMessage("Not tried again: failure 1");
		assertThatIllegalStateException().isThrownBy(once::get).withMessage("Not tried again: failure 1").withNoCause();
		assertThat(this.tries).hasValue(1);
		assertThat(once.peek()).isNull();
	}

}
