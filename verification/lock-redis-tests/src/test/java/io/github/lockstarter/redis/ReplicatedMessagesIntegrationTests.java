package io.github.lockstarter.redis;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who listens on a replica, which was the master a moment ago, is told of no lock: the
 * master has counted who hears it, and has passed it over.
 */
@Timeout(120)
@Tag("gate")
class ReplicatedMessagesIntegrationTests {

	@Test
	void replicasPassNoMessageOfALockOn() throws Exception {
		try (TestRedis master = TestRedis.start(); TestRedis replica = TestRedis.startReplicaOf(master)) {
			// as a user that may not ask who listens
			master.cli("ACL", "SETUSER", "default", "-pubsub");
			RedisClient client = RedisClient.create(RedisURI.create(replica.host(), replica.port()));
			try (StatefulRedisPubSubConnection<String, String> connection = client.connectPubSub()) {
				BlockingQueue<String> heard = new LinkedBlockingQueue<>();
				connection.addListener(new RedisPubSubAdapter<>() {

					@Override
					public void message(String channel, String message) {
						heard.add(message);
					}

				});
				connection.sync().subscribe("lock:%push:b");
				RawLock lock = new RawLock(master, "lock:job", "lock:%push:");
				lock.acquire("a:1", 30_000, 0);
				lock.acquire("b:1", 30_000, 60_000);
				lock.release("a:1", 0);
				assertThat(lock.fields()).as("passed over, for the master has nobody who hears it")
					.doesNotContainKey("x");
				lock.probe("b:probe");
				master.cli("PUBLISH", "lock:%push:b", "of somebody else");
				assertThat(heard.poll(120, TimeUnit.SECONDS)).isEqualTo("of somebody else");
				assertThat(replica.cli("HGETALL", "lock:job")).as("what the script writes after a message")
					.isEqualTo(master.cli("HGETALL", "lock:job"));
				lock.acquire("c:1", 30_000, 0);
				master.cli("WAIT", "1", "60000");
				assertThat(replica.cli("HGET", "lock:job", "o")).isEqualTo("c:1");
			}
			finally {
				client.shutdown();
			}
		}
	}

}
