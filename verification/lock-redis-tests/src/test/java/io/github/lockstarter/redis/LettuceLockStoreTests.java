package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.junit.jupiter.api.Test;
import org.mockito.AdditionalAnswers;
import org.mockito.Mockito;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LettuceLockStoreTests {

	/**
	 * Nobody stops a store that has not started.
	 */
	@Test
	void nothingIsLeftOpenWhereAStartGetsNoThread() {
		ScheduledExecutorService exhausted = new ScheduledThreadPoolExecutor(1, (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		});
		LockRuntime runtime = Mockito.mock(LockRuntime.class,
				AdditionalAnswers.delegatesTo(new ThreadRuntime(new SystemLockClock())));
		Mockito.doReturn(exhausted).when(runtime).scheduler(ThreadKind.CONNECTIONS);
		RedisConnector connector = Mockito.mock();
		RedisClients clients = new RedisClients(new LettuceConnectionFactory(new RedisStandaloneConfiguration()),
				Duration.ofSeconds(1), () -> connector);
		LettuceLockStore store = new LettuceLockStore(clients, LockSettings.defaults(), RedisSettings.DEFAULTS, "lock:",
				"test", runtime);
		assertThatExceptionOfType(OutOfMemoryError.class)
			.isThrownBy(() -> store.start(Mockito.mock(LockStore.Listener.class)));
		assertThat(exhausted.isShutdown()).isTrue();
		Mockito.verify(connector).close(runtime);
	}

}
