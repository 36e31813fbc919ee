package io.github.lockstarter.redis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many failovers of a cluster make two holders (see {@link FailoverFigures}).
 */
@EnabledIfSystemProperty(named = "cluster.failovers", matches = "\\d+",
		disabledReason = "takes ten seconds for each: -Dcluster.failovers=20 runs it")
class FailoverFiguresIntegrationTests {

	private static final int FAILOVERS = Integer.getInteger("cluster.failovers", 0);

	@Test
	void confirmedGrantsHaveNoSecondHolder(TestReporter reporter) {
		int overlaps = FailoverFigures.overlaps(Nodes::start, FAILOVERS, 1);
		reporter.publishEntry("min-replicas=1", overlaps + " overlaps in " + FAILOVERS + " failovers");
		assertThat(overlaps).isZero();
	}

	@Test
	void unconfirmedGrantsMayHaveOne(TestReporter reporter) {
		int overlaps = FailoverFigures.overlaps(Nodes::start, FAILOVERS, 0);
		reporter.publishEntry("min-replicas=0", overlaps + " overlaps in " + FAILOVERS + " failovers");
	}

	private record Nodes(TestRedisCluster cluster) implements FailoverFigures.Servers {

		private static Nodes start() {
			return new Nodes(TestRedisCluster.start(3, 1));
		}

		@Override
		public TestRedis master() {
			return this.cluster.masters().get(0);
		}

		@Override
		public TestRedis replica() {
			return this.cluster.replicas().get(0);
		}

		@Override
		public String lock() {
			return SharedCluster.nameOn(this.cluster, master(), "figures:");
		}

		@Override
		public LettuceConnectionFactory factory() {
			return SharedCluster.factory(this.cluster, "figures");
		}

		@Override
		public void awaitPromotion() {
			this.cluster.awaitPromotion(replica());
		}

		@Override
		public void close() {
			this.cluster.close();
		}

	}

}
