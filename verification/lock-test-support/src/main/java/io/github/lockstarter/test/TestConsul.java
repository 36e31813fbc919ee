package io.github.lockstarter.test;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The Consul of a test: the program {@code consul} on the path, or the program or server
 * ({@code host:port}) in the environment variable {@code LOCK_TEST_CONSUL}; or a
 * container with the profile for that. Without one, the tests that need it are skipped.
 */
public final class TestConsul {

	private static @Nullable String shared;

	private TestConsul() {
	}

	/**
	 * A server for all tests of this JVM. It has data of other tests: use unique names.
	 * @return its address
	 */
	public static synchronized String shared() {
		if (shared == null) {
			shared = choose();
		}
		return shared;
	}

	private static String choose() {
		String named = System.getenv(ConsulMembers.VARIABLE);
		String chosen;
		if (System.getProperty("lock.test.redis", "").equals("testcontainers")) {
			chosen = ConsulContainer.start();
		}
		else if (named != null && named.matches("[^/]+:\\d+")) {
			chosen = "http://" + named;
		}
		else {
			return start(1).endpoints().get(0);
		}
		ConsulQuestion.awaitAnswer(chosen, () -> true);
		return chosen;
	}

	/**
	 * Starts servers of one cluster for one test, which it may stop and kill. Returns
	 * when they answer.
	 * @param size how many
	 * @return the servers; close them
	 */
	public static ConsulMembers start(int size) {
		return start(() -> ConsulMembers.start(size));
	}

	/**
	 * Starts a server for one test that denies everything without a token. Returns when
	 * it answers.
	 * @return the only server; close it
	 */
	public static ConsulMembers startWithRights() {
		return start(ConsulMembers::startWithRights);
	}

	/**
	 * Starts a server for one test that also serves over TLS. Returns when it answers.
	 * @param shown what it shows to clients
	 * @param verifiesClients whether a client must show a certificate of the authority
	 * @return the only server; close it
	 */
	public static ConsulMembers startTls(ServerCertificate shown, boolean verifiesClients) {
		return start(() -> ConsulMembers.startTls(shown, verifiesClients));
	}

	private static ConsulMembers start(Supplier<ConsulMembers> begin) {
		boolean there = ConsulMembers.program().isPresent();
		if (!there) {
			System.out.println(ConsulMembers.MISSING + ": tests that need a real one are skipped");
		}
		Assumptions.assumeTrue(there, ConsulMembers.MISSING);
		ConsulMembers members = begin.get();
		members.awaitAnswer();
		return members;
	}

}
