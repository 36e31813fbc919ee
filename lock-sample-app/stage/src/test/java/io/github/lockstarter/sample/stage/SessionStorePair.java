package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.stage.Visitor.Events;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two servers whose locks live as long as their sessions, and whose other data are in H2.
 */
abstract class SessionStorePair extends RegistrationOnTwoServers {

	private final String store;

	private final Pair pair;

	private final Visitor visitor;

	SessionStorePair(String store, Pair pair) {
		super(pair);
		this.store = store;
		this.pair = pair;
		this.visitor = pair.visitor();
	}

	Pair pair() {
		return this.pair;
	}

	@Test
	void bothServersKeepTheirLocksThereAndNobodyAsksARedis() {
		assertThat(this.pair.said().lines().filter((line) -> line.contains("keeps the distributed locks"))).hasSize(2)
			.allMatch((line) -> line.contains(this.store + " at "));
		assertThat(this.pair.said()).doesNotContain("Redis");
	}

	@Test
	void pageSaysWhereTheLocksAreAndWhereTheUsers() throws Exception {
		try (Events events = this.visitor.events()) {
			JsonNode state = events.await("state", (told) -> told.path("storeAnswers").asBoolean());
			assertThat(state.path("lockStore").asString()).startsWith(this.store + " at ");
			assertThat(state.path("store").asString()).isEqualTo("H2");
			assertThat(state.path("modes").asBoolean()).isTrue();
			assertThat(state.path("trouble").asString()).isEmpty();
		}
		assertThat(this.visitor.read("/actuator/health/distributedLocks").path("details").path("store").asString())
			.startsWith(this.store + " at ");
	}

	@Test
	void tasksOfBothServersTakeTurns() {
		assertThat(this.visitor.post("/timelines?locked=true&tasks=6&workMillis=30"))
			.contains("At most 1 of 6 tasks worked at the same time.")
			.contains(this.visitor.server(true).path("port").asString() + " ")
			.contains(this.visitor.server(false).path("port").asString() + " ");
	}

	@Test
	void scenariosEndAsTold() {
		assertThat(this.visitor.post("/scenarios/paused-holder"))
			.contains("The database says 7 bags: the late write was refused");
		assertThat(this.visitor.post("/scenarios/cache-miss")).contains("The origin was asked once for 20 callers.");
		assertThat(this.visitor.post("/scenarios/due-job")).contains("Due twice, run once.");
	}

	@Test
	void locksAreShared() {
		assertThat(this.visitor.post("/scenarios/readers-and-writer")).contains("and the writer alone. No reader saw");
		assertThat(this.visitor.post("/scenarios/three-permits")).contains("never more than 3 at once.");
	}

}
