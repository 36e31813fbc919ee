package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The renewals of many locks cost one write to each node of a cluster.
 */
@Timeout(120)
class ClusterRenewalIntegrationTests {

	private static final int LOCKS = 60;

	private static final long LEASE = 30_000;

	private final TestRedisCluster cluster = SharedCluster.get();

	private final Writes writes = new Writes();

	@Test
	void renewalsOfOneBatchAreOneWriteToEachNode() {
		ClientResources resources = ClientResources.builder().nettyCustomizer(this.writes).build();
		try (LockInstance instance = SharedCluster.instance(this.cluster, LockInstance.DEFAULTS, resources)) {
			LockStore store = instance.store();
			List<Renewal> batch = new ArrayList<>();
			for (int i = 0; i < LOCKS; i++) {
				String name = "written:" + i;
				batch.add(new Renewal(name, store.clientId() + ":" + i, LEASE));
				store.acquire(name, batch.get(i).id(), LEASE, 0, LockStore.NO_LIMIT).toCompletableFuture().join();
			}
			renew(store, batch);
			this.writes.begin();
			renew(store, batch);
			long nodes = batch.stream()
				.map((renewal) -> this.cluster.masterOf(SharedCluster.slot(renewal.name())))
				.distinct()
				.count();
			assertThat(this.writes.commands.get()).as("commands").isEqualTo(LOCKS);
			assertThat(this.writes.flushes.get()).as("writes").isEqualTo((int) nodes);
			batch.forEach((renewal) -> store.release(renewal.name(), renewal.id(), 0).toCompletableFuture().join());
		}
		finally {
			resources.shutdown(0, 1, TimeUnit.SECONDS);
		}
	}

	private static void renew(LockStore store, List<Renewal> batch) {
		assertThat(store.renew(batch)).allSatisfy(
				(reply) -> assertThat(reply.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join().leaseMillis())
					.isEqualTo(LEASE));
	}

	/**
	 * Counts scripts, and what was flushed with scripts in it.
	 */
	private static final class Writes implements NettyCustomizer {

		private final AtomicInteger commands = new AtomicInteger();

		private final AtomicInteger flushes = new AtomicInteger();

		private void begin() {
			this.commands.set(0);
			this.flushes.set(0);
		}

		@Override
		public void afterChannelInitialized(Channel channel) {
			channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {

				private boolean unflushed;

				@Override
				public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
						throws Exception {
					if (message instanceof ByteBuf bytes) {
						int scripts = bytes.toString(StandardCharsets.US_ASCII).split("EVALSHA", -1).length - 1;
						Writes.this.commands.addAndGet(scripts);
						this.unflushed |= scripts > 0;
					}
					super.write(context, message, promise);
				}

				@Override
				public void flush(ChannelHandlerContext context) throws Exception {
					if (this.unflushed) {
						this.unflushed = false;
						Writes.this.flushes.incrementAndGet();
					}
					super.flush(context);
				}

			});
		}

	}

}
