package io.github.lockstarter.redis;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.github.lockstarter.test.TestRedis;

/**
 * What a server has refused to its users, by its own account.
 */
final class AclLog {

	/**
	 * What a user needs besides for a test to ask.
	 */
	static final String RIGHT = "+acl|log";

	// From 7.2 on Lettuce says its name at each connection, and needs no right to
	private static final String NAME_OF_THE_CLIENT = "client|setinfo";

	private AclLog() {
	}

	/**
	 * The commands for which a user lacks the right, without the one that production.md
	 * names for each server from 7.2 on.
	 */
	static Set<String> refused(TestRedis redis, String user) {
		Set<String> refused = new TreeSet<>();
		for (Object each : (List<?>) redis.cli("ACL", "LOG")) {
			List<?> fields = (List<?>) each;
			if (user.equals(fields.get(fields.indexOf("username") + 1))) {
				refused.add((String) fields.get(fields.indexOf("object") + 1));
			}
		}
		refused.remove(NAME_OF_THE_CLIENT);
		return refused;
	}

}
