package io.github.lockstarter.sample.app.shipping;

import java.time.Duration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@SpringBootTest(classes = { ShippingService.class, ShippingServiceTests.Parcels.class })
@AutoConfigureTestLocks
class ShippingServiceTests {

	@Autowired
	private ShippingService service;

	@Autowired
	private Parcels parcels;

	@Autowired
	private TestLocks testLocks;

	@BeforeEach
	void workAgain() {
		this.parcels.broken = false;
	}

	@Test
	void repeatedMessageIsSkippedForThreeSeconds() {
		assertThat(this.service.ship("order-1")).isPresent();
		assertThat(this.service.ship("order-1")).isEmpty();
		this.testLocks.advanceTime(Duration.ofSeconds(3));
		assertThat(this.service.ship("order-1")).isPresent();
	}

	@Test
	void messageWhoseWorkFailedIsWorkedOnAgainAtOnce() {
		this.parcels.broken = true;
		assertThatIllegalStateException().isThrownBy(() -> this.service.ship("order-2"));
		this.parcels.broken = false;
		assertThat(this.service.ship("order-2")).isPresent();
	}

	/**
	 * Sends nothing, or fails.
	 */
	static class Parcels extends ParcelStore {

		private boolean broken;

		private long sent;

		Parcels() {
			super(null);
		}

		@Override
		long send(String order) {
			if (this.broken) {
				throw new IllegalStateException("no parcel service");
			}
			return ++this.sent;
		}

	}

}
