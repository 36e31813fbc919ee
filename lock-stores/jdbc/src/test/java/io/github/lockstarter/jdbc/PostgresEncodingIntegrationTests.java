package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database whose encoding lacks characters that a lock name may have.
 */
@Tag("any-jdk")
class PostgresEncodingIntegrationTests {

	@Test
	void nameThatTheDatabaseCannotWriteIsLocked() throws Exception {
		String database = "narrow" + System.nanoTime();
		JdbcContract.execute(SharedPostgres.source(), "create database " + database
				+ " encoding 'LATIN1' lc_collate 'C' " + "lc_ctype 'C' template template0");
		ConnectionSource source = SharedPostgres.source(database);
		JdbcLockStore store = JdbcContract.store(source);
		store.start(new Deaf());
		try {
			assertThat(acquire(store, "\u0141ukasz")).isEqualTo(Status.OWNED);
			assertThat(acquire(store, "\u20ac")).as("another lock").isEqualTo(Status.OWNED);
			assertThat(acquire(store, "\u20ac")).as("entered again").isEqualTo(Status.OWNED);
		}
		finally {
			store.stop();
		}
	}

	private static Status acquire(JdbcLockStore store, String name) {
		return store.acquire(name, store.clientId() + ":1", 60_000, 0, LockStore.NO_LIMIT)
			.toCompletableFuture()
			.join()
			.status();
	}

}
