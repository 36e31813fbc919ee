package io.github.lockstarter.store;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RefusedConnectionsTests {

	private static final long BEGIN = Long.MAX_VALUE - 1;

	private final RefusedConnections refusals = new RefusedConnections();

	private StoreException after(long seconds) {
		return this.refusals.notSent("no connection", BEGIN + TimeUnit.SECONDS.toNanos(seconds));
	}

	private void fails(boolean refused, long seconds) {
		this.refusals.failed(refused, BEGIN + TimeUnit.SECONDS.toNanos(seconds));
	}

	@Test
	void refusalThatLastsIsPermanent() {
		fails(true, 0);
		fails(true, 3);
		assertThat(after(4).isPermanent()).isFalse();
		assertThat(after(5).isPermanent()).isTrue();
		assertThat(after(5).getOutcome()).isEqualTo(StoreException.Outcome.NOT_SENT);
		assertThat(after(5)).hasMessage("no connection");
	}

	@Test
	void outageIsNotPermanentHoweverLongItLasts() {
		fails(false, 0);
		assertThat(after(100).isPermanent()).isFalse();
	}

	@Test
	void outageAfterARefusalMakesItUncertainAgain() {
		fails(true, 0);
		fails(false, 6);
		assertThat(after(7).isPermanent()).isFalse();
		fails(true, 8);
		assertThat(after(9).isPermanent()).isFalse();
	}

	@Test
	void connectionThatIsAcceptedEndsTheRefusal() {
		fails(true, 0);
		this.refusals.accepted();
		assertThat(after(6).isPermanent()).isFalse();
	}

}
