package io.github.lockstarter.sample.stage.page;

import org.springframework.core.env.Environment;

/**
 * What keeps the locks, the users, and all else that the servers share.
 *
 * @param name what it is
 * @param address where it is
 */
record Store(String name, String address) {

	static Store of(Environment settings) {
		if (settings.getRequiredProperty("distributed-lock.store").equals("jdbc")) {
			return new Store("H2", settings.getRequiredProperty("sample.database.path"));
		}
		String nodes = settings.getProperty("spring.data.redis.cluster.nodes", "");
		return new Store("Redis", nodes.isEmpty() ? settings.getRequiredProperty("spring.data.redis.host") + ":"
				+ settings.getRequiredProperty("spring.data.redis.port") : nodes);
	}

}
