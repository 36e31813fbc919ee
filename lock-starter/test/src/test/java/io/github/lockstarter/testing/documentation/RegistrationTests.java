package io.github.lockstarter.testing.documentation;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@SpringBootTest
@AutoConfigureTestLocks
class RegistrationTests {

	@Autowired
	private RegistrationService service; // name = "registration", key = "#userName"

	@Autowired
	private TestLocks testLocks;

	@Test
	void secondRegistrationIsRefused() {
		this.testLocks.holdElsewhere("registration:alice");
		this.testLocks.timeLapse(); // the wait of three seconds takes milliseconds
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.service.register("alice"));
	}

}
