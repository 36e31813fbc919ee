package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisCredentialsProvider;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RedisClientsTests {

	/**
	 * Nobody would close a client that was opened before: it has threads.
	 */
	@Test
	void nothingIsOpenedWhereCredentialsCannotBeHad() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(),
				LettuceClientConfiguration.builder()
					.redisCredentialsProviderFactory(new RedisCredentialsProviderFactory() {

						@Override
						public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
							throw new IllegalStateException("the vault is away");
						}

					})
					.build());
		AtomicInteger opened = new AtomicInteger();
		RedisClients clients = new RedisClients(factory, Duration.ofSeconds(1), () -> {
			opened.incrementAndGet();
			return Mockito.mock();
		});
		assertThatIllegalStateException().isThrownBy(() -> clients.open(Duration.ofSeconds(1)));
		assertThat(opened).hasValue(0);
	}

}
