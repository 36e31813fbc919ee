package io.github.lockstarter.test;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * The etcd of a test: the program of that name on the path, or what the environment
 * variable {@code LOCK_TEST_ETCD} names, its program or a server ({@code host:port}); or
 * a container, where the profile says so. Without any the tests that ask for one are
 * skipped.
 */
public final class TestEtcd {

	private static @Nullable String shared;

	private TestEtcd() {
	}

	/**
	 * A server for all tests of this JVM. It holds data of other tests: use names of your
	 * own.
	 * @return its address
	 */
	public static synchronized String shared() {
		if (shared == null) {
			shared = choose();
		}
		return shared;
	}

	private static String choose() {
		String named = System.getenv(EtcdMembers.VARIABLE);
		String chosen;
		if (System.getProperty("lock.test.redis", "").equals("testcontainers")) {
			chosen = EtcdContainer.start();
		}
		else if (named != null && named.matches("[^/]+:\\d+")) {
			chosen = "http://" + named;
		}
		else {
			return start(1).endpoints().get(0);
		}
		EtcdQuestion.awaitAnswer(chosen, () -> true);
		return chosen;
	}

	/**
	 * Starts members of one cluster for one test, which it may stop and kill. Returns
	 * when they answer.
	 * @param size how many
	 * @return the members; close them
	 */
	public static EtcdMembers start(int size) {
		return start(() -> EtcdMembers.start(size));
	}

	/**
	 * Starts a server for one test that serves over TLS besides. Returns when it answers.
	 * @param options say what it shows and whom it trusts
	 * @return the only member; close it
	 */
	public static EtcdMembers startTls(String... options) {
		return start(() -> EtcdMembers.startTls(List.of(options)));
	}

	/**
	 * Starts a server for one test that serves clients over TLS alone. Returns when it is
	 * ready.
	 * @param options say what it shows and whom it trusts
	 * @return the only member; close it
	 */
	public static EtcdMembers startOnlyTls(String... options) {
		return start(() -> EtcdMembers.startOnlyTls(List.of(options)));
	}

	private static EtcdMembers start(Supplier<EtcdMembers> begin) {
		boolean there = EtcdMembers.program().isPresent();
		if (!there) {
			System.out.println(EtcdMembers.MISSING + ": what needs a real one is skipped");
		}
		Assumptions.assumeTrue(there, EtcdMembers.MISSING);
		EtcdMembers members = begin.get();
		members.awaitAnswer();
		return members;
	}

}
