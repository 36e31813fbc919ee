package io.github.lockstarter.proof.workload;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.github.lockstarter.peer.RedissonKind;
import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.store.LockClock;

/**
 * The locks that the load can run on, by name.
 */
final class Libraries {

	private Libraries() {
	}

	static LockUnderTest open(ClientArguments arguments, Timing timing, LockClock clock, HistoryWriter history) {
		String name = arguments.text(ClientArguments.Name.LIBRARY);
		return switch (name) {
			case "starter" -> starter(arguments, new StarterLock(arguments, timing, clock, history));
			case "redisson" -> redisson(RedissonKind.PLAIN, arguments, timing);
			case "redisson-fair" -> redisson(RedissonKind.FAIR, arguments, timing);
			case "redisson-fenced" -> redisson(RedissonKind.FENCED, arguments, timing);
			case "spring-integration" -> new SpringIntegrationLocks("127.0.0.1", port(arguments), timing);
			default -> throw new IllegalArgumentException("No library " + name);
		};
	}

	private static LockUnderTest starter(ClientArguments arguments, StarterLock locks) {
		if (!arguments.choice(ClientArguments.Name.SERVERS, Servers.class).isDatabase()) {
			return locks;
		}
		return new InTransactions(locks,
				new DriverManagerDataSource(Stores.url(port(arguments)), arguments.text(ClientArguments.Name.USER),
						DatabaseServer.PASSWORD),
				arguments.text(ClientArguments.Name.CLIENT), Long.parseLong(arguments.text(ClientArguments.Name.SEED)));
	}

	private static LockUnderTest redisson(RedissonKind kind, ClientArguments arguments, Timing timing) {
		return new RedissonUnderTest(kind, "redis://127.0.0.1:" + port(arguments), timing);
	}

	private static int port(ClientArguments arguments) {
		return arguments.number(ClientArguments.Name.PORT);
	}

}
