package io.github.lockstarter.sample.stage.page;

import org.springframework.core.env.Environment;

/**
 * The store of the users, of the locks and of all other shared data; "locks" names
 * another store of the locks, or is empty.
 */
record Store(String name, String address, String locks, boolean modes) {

	static Store of(Environment settings) {
		String locks = settings.getRequiredProperty("distributed-lock.store");
		if (!locks.equals("redis")) {
			return new Store("H2", settings.getRequiredProperty("sample.database.path"), switch (locks) {
				case "etcd" -> "etcd at " + settings.getProperty("distributed-lock.etcd.endpoints");
				case "consul" -> "Consul at " + settings.getProperty("distributed-lock.consul.endpoints");
				case "zookeeper" -> "ZooKeeper at " + settings.getProperty("distributed-lock.zookeeper.connect-string");
				default -> "";
			}, true);
		}
		String nodes = settings.getProperty("spring.data.redis.cluster.nodes", "");
		return new Store("Redis",
				nodes.isEmpty() ? settings.getRequiredProperty("spring.data.redis.host") + ":"
						+ settings.getRequiredProperty("spring.data.redis.port") : nodes,
				"", settings.getProperty("distributed-lock.redis.quorum.nodes", "").isEmpty());
	}

}
