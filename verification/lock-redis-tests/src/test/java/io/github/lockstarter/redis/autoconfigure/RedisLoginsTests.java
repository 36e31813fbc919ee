package io.github.lockstarter.redis.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.redis.RedisLogin;
import io.github.lockstarter.store.Credentials;

import static org.assertj.core.api.Assertions.assertThat;

class RedisLoginsTests {

	private static final Credentials NONE = new Credentials(null, null);

	private final MockEnvironment environment = new MockEnvironment();

	private final RedisStandaloneConfiguration server = new RedisStandaloneConfiguration();

	private final RedisLogins logins = new RedisLogins(new DefaultListableBeanFactory(), this.environment);

	private RedisLogin login() {
		return this.logins.of(new LettuceConnectionFactory(this.server));
	}

	private static Credentials secret(String password) {
		return new Credentials(null, password);
	}

	@Test
	void configurationOfTheFactoryMayBeChanged() {
		this.server.setPassword("first");
		RedisLogin login = login();
		assertThat(login.servers().get()).isEqualTo(secret("first"));
		this.server.setPassword("second");
		assertThat(login.servers().get()).isEqualTo(secret("second"));
		assertThat(login.isRemote()).isFalse();
	}

	@Test
	void propertiesOfTheSameCredentialsAreReadEachTime() {
		this.server.setPassword("first");
		this.environment.setProperty("spring.data.redis.password", "first");
		RedisLogin login = login();
		this.environment.setProperty("spring.data.redis.password", "second");
		assertThat(login.servers().get()).isEqualTo(secret("second"));
	}

	@Test
	void propertiesAreNotOfAFactoryWithOtherCredentials() {
		this.server.setPassword("of another server");
		this.environment.setProperty("spring.data.redis.password", "first");
		RedisLogin login = login();
		this.environment.setProperty("spring.data.redis.password", "second");
		assertThat(login.servers().get()).isEqualTo(secret("of another server"));
	}

	@Test
	void passwordThatIsSetLaterIsUsed() {
		RedisLogin login = login();
		assertThat(login.servers().get()).isEqualTo(NONE);
		this.environment.setProperty("spring.data.redis.username", "app");
		this.environment.setProperty("spring.data.redis.password", "second");
		assertThat(login.servers().get()).isEqualTo(new Credentials("app", "second"));
	}

	@Test
	void urlComesBeforeThePassword() {
		this.server.setUsername("app");
		this.server.setPassword("first");
		this.environment.setProperty("spring.data.redis.url", "redis://app:first@localhost:6379");
		this.environment.setProperty("spring.data.redis.password", "unused");
		RedisLogin login = login();
		this.environment.setProperty("spring.data.redis.url", "redis://app:second@localhost:6379");
		assertThat(login.servers().get()).isEqualTo(new Credentials("app", "second"));
	}

	@Test
	void sentinelsHaveCredentialsOfTheirOwn() {
		RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration().master("m").sentinel("localhost", 26379);
		sentinel.setSentinelPassword("first");
		this.environment.setProperty("spring.data.redis.sentinel.password", "first");
		RedisLogin login = this.logins.of(new LettuceConnectionFactory(sentinel));
		this.environment.setProperty("spring.data.redis.sentinel.password", "second");
		assertThat(login.sentinels().get()).isEqualTo(secret("second"));
		assertThat(login.servers().get()).isEqualTo(NONE);
	}

	@Test
	void masterOfAQuorumHasTheCredentialsOfItsAddress() {
		this.server.setPassword("first");
		this.environment.setProperty("distributed-lock.redis.quorum.nodes", "a:1,redis://:first@b:2,c:3");
		RedisLogin login = this.logins.ofMaster(new LettuceConnectionFactory(this.server), 1);
		assertThat(login.servers().get()).isEqualTo(secret("first"));
		this.environment.setProperty("distributed-lock.redis.quorum.nodes", "a:1,redis://:second@b:2,c:3");
		assertThat(login.servers().get()).isEqualTo(secret("second"));
	}

}
