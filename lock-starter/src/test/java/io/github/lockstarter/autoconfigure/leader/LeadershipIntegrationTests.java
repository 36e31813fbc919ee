package io.github.lockstarter.autoconfigure.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.actuate.DistributedLocksEndpoint;
import io.github.lockstarter.actuate.LocksDescriptor.Election;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two applications that elect a leader on a real Redis.
 */
@Timeout(120)
@Tag("gate")
class LeadershipIntegrationTests {

	private static TestRedis redis;

	private static ConfigurableApplicationContext first;

	private static ConfigurableApplicationContext second;

	private final String name = "elect:" + UUID.randomUUID();

	private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

	private final List<Leadership> joined = new ArrayList<>();

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
		first = application("first");
		second = application("second");
	}

	@AfterAll
	static void stop() {
		first.close();
		second.close();
		redis.close();
	}

	@AfterEach
	void leave() {
		this.joined.forEach(Leadership::close);
	}

	@Test
	void secondLeadsWhenTheFirstHasStopped() throws InterruptedException {
		ConfigurableApplicationContext stopped = application("stopped");
		Leadership leader = join(stopped, "stopped");
		assertThat(next()).isEqualTo("stopped granted");
		Leadership candidate = join(second, "second");
		long token = leader.fencingToken().orElseThrow();
		assertThat(candidate.leader()).hasValueSatisfying((label) -> assertThat(label).startsWith("stopped@"));
		stopped.close();
		assertThat(next()).isEqualTo("stopped revoked");
		assertThat(next()).isEqualTo("second granted");
		assertThat(candidate.fencingToken().orElseThrow()).isGreaterThan(token);
		assertThat(candidate.isLeader()).isTrue();
		assertThat(leader.isLeader()).isFalse();
	}

	@Test
	void yieldPassesTheLeadershipToTheOtherCandidateAndBack() throws InterruptedException {
		Leadership one = join(first, "first");
		assertThat(next()).isEqualTo("first granted");
		Leadership other = join(second, "second");
		awaitWaiter();
		one.yield();
		assertThat(next()).isEqualTo("first revoked");
		assertThat(next()).isEqualTo("second granted");
		awaitWaiter();
		other.close();
		assertThat(next()).isEqualTo("second revoked");
		assertThat(next()).isEqualTo("first granted");
	}

	@Test
	void forcedReleaseRevokesTheLeader() throws InterruptedException {
		Leadership one = join(first, "first");
		assertThat(next()).isEqualTo("first granted");
		join(second, "second");
		awaitWaiter();
		second.getBean(LockOperations.class).forceRelease(this.name);
		assertThat(new String[] { next(), next() }).containsExactlyInAnyOrder("first revoked", "second granted");
		assertThat(one.isLeader()).isFalse();
	}

	@Test
	void leaderThatDoesNotReachRedisIsRevokedBeforeItsLeaseEnds() throws InterruptedException {
		boolean[] held = new boolean[1];
		Leadership one = joined(
				first.getBean(LeaderElection.class).join(this.name, Duration.ofSeconds(3), new LeaderListener() {

					@Override
					public void granted(Leadership leadership) {
						LeadershipIntegrationTests.this.told.add("granted");
					}

					@Override
					public void revoked(Leadership leadership, String reason) {
						held[0] = reason.contains("could not be renewed by Redis");
						LeadershipIntegrationTests.this.told.add("revoked");
					}

				}));
		assertThat(next()).isEqualTo("granted");
		redis.pause();
		assertThat(next()).isEqualTo("revoked");
		assertThat(one.isLeader()).isFalse();
		assertThat(held[0]).as("at the margin").isTrue();
		redis.resume();
		assertThat(next()).isEqualTo("granted");
	}

	@Test
	void endpointHasTheLeaderships() throws InterruptedException {
		assertThat(leaderships(first)).isEmpty();
		Leadership leader = join(first, "first");
		assertThat(next()).isEqualTo("first granted");
		Leadership candidate = second.getBean(LeaderElection.class)
			.join(this.name, Duration.ofSeconds(10), listener("second"));
		assertThat(leaderships(first))
			.containsExactly(new Election(this.name, true, leader.fencingToken().orElseThrow(), 30_000));
		assertThat(leaderships(second)).containsExactly(new Election(this.name, false, null, 10_000));
		candidate.close();
		assertThat(leaderships(second)).isEmpty();
	}

	private static List<Election> leaderships(ConfigurableApplicationContext application) {
		return application.getBean(DistributedLocksEndpoint.class).locks().leaderships();
	}

	private void awaitWaiter() {
		LockOperations locks = first.getBean(LockOperations.class);
		Awaitility.await().until(() -> locks.describe(this.name).orElseThrow().waiters() > 0);
	}

	private String next() throws InterruptedException {
		return this.told.poll(60, TimeUnit.SECONDS);
	}

	private Leadership join(ConfigurableApplicationContext application, String who) {
		return joined(application.getBean(LeaderElection.class).join(this.name, listener(who)));
	}

	private Leadership joined(Leadership leadership) {
		this.joined.add(leadership);
		return leadership;
	}

	private LeaderListener listener(String who) {
		return new LeaderListener() {

			@Override
			public void granted(Leadership leadership) {
				LeadershipIntegrationTests.this.told.add(who + " granted");
			}

			@Override
			public void revoked(Leadership leadership, String reason) {
				LeadershipIntegrationTests.this.told.add(who + " revoked");
			}

		};
	}

	private static ConfigurableApplicationContext application(String name) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.application.name=" + name, "spring.data.redis.host=" + redis.host(),
					"spring.data.redis.port=" + redis.port(),
					"management.endpoints.web.exposure.include=distributedlocks")
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
