package io.github.lockstarter.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.KillArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.awaitility.Awaitility;

import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

/**
 * States in which a Redis is there and refuses. Each begins and ends at a call, and is
 * still there, or gone, when the call returns. The data survives all of them.
 */
enum RedisTrouble {

	/**
	 * A restart, with a data set that takes long to load.
	 */
	LOADING("LOADING") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("EVAL", "for i = 1, 5000 do redis.call('SET', 'ballast:' .. i, string.rep('x', 1000)) end", "0");
			redis.cli("SAVE");
			redis.restart();
			if (!isLoading(redis)) {
				throw new IllegalStateException("loaded already");
			}
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("CONFIG", "SET", "key-load-delay", "0");
			Awaitility.await().until(() -> !isLoading(redis));
		}

		private boolean isLoading(TestRedis redis) {
			return "1".equals(redis.info("persistence").get("loading"));
		}

	},

	/**
	 * A master that is made a replica, and a master again. What it follows is not there,
	 * so that it keeps its own data.
	 */
	READONLY("READONLY|has become a replica|it is a replica") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("REPLICAOF", "127.0.0.1", Integer.toString(FreePort.pick()));
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("REPLICAOF", "NO", "ONE");
		}

	},

	/**
	 * A master that takes no writes without its replicas.
	 */
	NOREPLICAS("NOREPLICAS") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("CONFIG", "SET", "min-replicas-to-write", "1");
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("CONFIG", "SET", "min-replicas-to-write", "0");
		}

	},

	/**
	 * A master that cannot save its data, and takes no writes until it can. A directory
	 * is in the way of the file.
	 */
	MISCONF("MISCONF") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			try {
				Files.createDirectory(file(redis));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			redis.cli("CONFIG", "SET", "save", "3600 1000000");
			save(redis, "err");
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			try {
				Files.delete(file(redis));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			save(redis, "ok");
		}

		private void save(TestRedis redis, String status) {
			redis.cli("BGSAVE");
			Awaitility.await().until(() -> status.equals(redis.info("persistence").get("rdb_last_bgsave_status")));
		}

		private Path file(TestRedis redis) {
			List<?> directory = (List<?>) redis.cli("CONFIG", "GET", "dir");
			return Path.of(String.valueOf(directory.get(1)), "dump.rdb");
		}

	},

	/**
	 * A script of somebody else that does not end until it is killed.
	 */
	BUSY("BUSY") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("CONFIG", "SET", "busy-reply-threshold", "1");
			admin.async().eval("while true do end", ScriptOutputType.STATUS);
			Awaitility.await().until(() -> isBusy(redis));
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("SCRIPT", "KILL");
			Awaitility.await().until(() -> !isBusy(redis));
		}

		private boolean isBusy(TestRedis redis) {
			try {
				redis.cli("PING");
				return false;
			}
			catch (IllegalStateException ex) {
				return ex.getMessage().contains("BUSY");
			}
		}

	},

	/**
	 * A password that the instances do not know, asked for when they connect again.
	 */
	NOAUTH("NOAUTH") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			admin.sync().aclSetuser("default", AclSetuserArgs.Builder.resetpass().addPassword("changed"));
			killOthers(admin.sync());
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			admin.sync().aclSetuser("default", AclSetuserArgs.Builder.nopass());
		}

	},

	/**
	 * The right to run scripts is taken away.
	 */
	NOPERM("NOPERM") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("ACL", "SETUSER", "default", "-evalsha", "-eval");
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			redis.cli("ACL", "SETUSER", "default", "+evalsha", "+eval");
		}

	},

	/**
	 * No place for the connections of the instances when they connect again.
	 */
	MAXCLIENTS("no connection to") {

		@Override
		void begin(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			admin.sync().configSet("maxclients", "1");
			killOthers(admin.sync());
		}

		@Override
		void end(TestRedis redis, StatefulRedisConnection<String, String> admin) {
			admin.sync().configSet("maxclients", "1000");
		}

	};

	/**
	 * What a Redis that can be put into each of these states is started with.
	 */
	static final String[] REDIS_ARGUMENTS = { "--key-load-delay", "5000", "--loading-process-events-interval-bytes",
			"1024", "--rdbcompression", "no" };

	private final String message;

	RedisTrouble(String message) {
		this.message = message;
	}

	/**
	 * What the caller of a lock is told, as a regular expression.
	 */
	String message() {
		return ".*(" + this.message + ").*";
	}

	/**
	 * Whether callers wait for its end. Missing rights are for an administrator, who
	 * takes longer.
	 */
	boolean isWaitedFor() {
		return this != NOPERM;
	}

	/**
	 * Begins.
	 * @param redis the server, not reachable by its {@code cli} in some of the states
	 * @param admin a connection that survives all states but {@link #LOADING}
	 */
	abstract void begin(TestRedis redis, StatefulRedisConnection<String, String> admin);

	abstract void end(TestRedis redis, StatefulRedisConnection<String, String> admin);

	private static void killOthers(RedisCommands<String, String> admin) {
		admin.clientKill(KillArgs.Builder.typeNormal());
		admin.clientKill(KillArgs.Builder.typePubsub());
	}

}
