package io.github.lockstarter.benchmark.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Many instances at once.
 */
public final class Instances implements AutoCloseable {

	private static final int THREADS = 2;

	private final ClientResources resources = ClientResources.builder().ioThreadPoolSize(THREADS).build();

	private final RedisClient client;

	private final List<Instance> all = new ArrayList<>();

	private final LongAdder pairs = new LongAdder();

	private Instances(RedisURI uri) {
		this.client = RedisClient.create(this.resources, uri);
	}

	/**
	 * Connects them.
	 * @param endpoint the Redis
	 * @param protocol what they say
	 * @param count how many instances
	 * @param onEachName how many of them want the same lock
	 * @return the instances, idle; close them
	 */
	public static Instances open(Endpoint endpoint, Protocol protocol, int count, int onEachName) {
		Instances instances = new Instances(RedisURI.create(endpoint.host(), endpoint.port()));
		RedisCommands<String, String> commands = instances.client.connect().sync();
		protocol.load(commands);
		for (int i = 0; i < count; i++) {
			String name = "simulated:" + protocol + ":" + count + ":" + onEachName + ":" + i / onEachName;
			instances.all.add(new Instance(instances.client, protocol, name, instances.pairs));
		}
		return instances;
	}

	/**
	 * Lets all of them take and give back their locks.
	 * @param seconds for how long
	 * @return how many pairs of acquire and release there were
	 * @throws InterruptedException if the caller is interrupted
	 */
	public long run(double seconds) throws InterruptedException {
		long before = this.pairs.sum();
		this.all.forEach(Instance::start);
		long end = System.nanoTime() + (long) (seconds * 1e9);
		while (System.nanoTime() - end < 0) {
			TimeUnit.MILLISECONDS.sleep(Math.min(200, (long) (seconds * 100)));
			long now = System.nanoTime();
			this.all.forEach((instance) -> instance.poll(now));
		}
		long after = this.pairs.sum();
		this.all.forEach(Instance::stop);
		return after - before;
	}

	@Override
	public void close() {
		this.client.shutdown();
		this.resources.shutdown(0, 1, TimeUnit.SECONDS);
	}

}
