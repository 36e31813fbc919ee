package io.github.lockstarter.redis.autoconfigure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.lettuce.core.RedisURI;

import io.github.lockstarter.store.LockStartException;

/**
 * Reads the addresses of the masters of a quorum; its exceptions contain no password.
 */
final class QuorumAddresses {

	private static final String PROPERTY = "redis.quorum.nodes";

	private QuorumAddresses() {
	}

	static List<RedisURI> read(List<String> nodes) {
		List<RedisURI> addresses = new ArrayList<>();
		for (int i = 0; i < nodes.size(); i++) {
			addresses.add(address(i, nodes.get(i).strip()));
		}
		Set<String> known = new HashSet<>();
		for (RedisURI address : addresses) {
			if (!known.add(text(address).toLowerCase(Locale.ROOT))) {
				throw LockStartException.ofProperty(PROPERTY, text(addresses), "must name each master once");
			}
		}
		return addresses;
	}

	private static RedisURI address(int index, String node) {
		try {
			RedisURI address = RedisURI.create(node.contains("://") ? node : "redis://" + node);
			if (address.getHost() != null && !address.getHost().isEmpty()) {
				return address;
			}
		}
		catch (IllegalArgumentException ex) {
			// its message may repeat the password
		}
		throw LockStartException.ofProperty(PROPERTY, "no address at position " + (index + 1),
				"must be like redis://user:password@host:6379, or rediss:// with TLS");
	}

	private static String text(List<RedisURI> addresses) {
		return addresses.stream().map(QuorumAddresses::text).collect(Collectors.joining(", "));
	}

	private static String text(RedisURI address) {
		return address.getHost() + ":" + address.getPort();
	}

}
