package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many failovers by Redis Sentinel make two holders (see {@link FailoverFigures}).
 */
@EnabledIfSystemProperty(named = "sentinel.failovers", matches = "\\d+",
		disabledReason = "takes ten seconds or more for each: -Dsentinel.failovers=20 runs it")
class SentinelFiguresIntegrationTests {

	private static final int FAILOVERS = Integer.getInteger("sentinel.failovers", 0);

	// A Sentinel that finds no replica worth promoting tries again after six seconds.
	private static final Duration LONG = Duration.ofSeconds(60);

	@Test
	void confirmedGrantsHaveNoSecondHolder(TestReporter reporter) {
		int overlaps = FailoverFigures.overlaps(Watched::start, FAILOVERS, 1);
		reporter.publishEntry("min-replicas=1", overlaps + " overlaps in " + FAILOVERS + " failovers");
		assertThat(overlaps).isZero();
	}

	@Test
	void unconfirmedGrantsMayHaveOne(TestReporter reporter) {
		int overlaps = FailoverFigures.overlaps(Watched::start, FAILOVERS, 0);
		reporter.publishEntry("min-replicas=0", overlaps + " overlaps in " + FAILOVERS + " failovers");
	}

	private record Watched(TestRedis master, TestRedis replica, TestRedis sentinel) implements FailoverFigures.Servers {

		private static Watched start() {
			TestRedis master = TestRedis.start();
			Watched watched = new Watched(master, TestRedis.startReplicaOf(master),
					TestRedis.startSentinel("mymaster", master));
			Awaitility.await()
				.atMost(LONG)
				.until(() -> watched.sentinel.info("sentinel").get("master0").contains("slaves=1"));
			return watched;
		}

		@Override
		public String lock() {
			return "figures";
		}

		@Override
		public LettuceConnectionFactory factory() {
			return new LettuceConnectionFactory(new RedisSentinelConfiguration().master("mymaster")
				.sentinel(this.sentinel.host(), this.sentinel.port()));
		}

		@Override
		public void awaitPromotion() {
			Awaitility.await()
				.atMost(LONG)
				.until(() -> List.of(this.replica.host(), Integer.toString(this.replica.port()))
					.equals(this.sentinel.cli("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "mymaster"))
						&& "master".equals(this.replica.info("replication").get("role")));
		}

		@Override
		public void close() {
			this.sentinel.close();
			this.replica.close();
			this.master.close();
		}

	}

}
