package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two applications at one store, of which a bean of the first holds a lock until it is
 * destroyed. The application ends as after a SIGTERM, on a thread of its own.
 */
public final class LeaderChange {

	private static final LockRequest LEADER = LockRequest.of("leader").waitTime(Duration.ofSeconds(100));

	private LeaderChange() {
	}

	/**
	 * The end of the first does not wait for its bean, which would take a day, and the
	 * second has the lock at once, which its lease would keep for longer.
	 */
	public static void happens(ApplicationContextRunner application) {
		ApplicationContextRunner leader = application.withBean(Leader.class)
			.withPropertyValues("distributed-lock.shutdown-timeout=1d");
		application.run((second) -> {
			Lease[] before = new Lease[1];
			leader.run((first) -> {
				before[0] = first.getBean(Leader.class).lease;
				assertThat(before[0].isHeld()).isTrue();
				Thread end = new Thread(first.getSourceApplicationContext(ConfigurableApplicationContext.class)::close);
				end.setDaemon(true);
				end.start();
				end.join();
			});
			LockOperations locks = second.getBean(LockOperations.class);
			assertThat(locks.describe(LEADER.name())).isEmpty();
			try (Lease next = locks.acquire(LEADER)) {
				assertThat(next.fencingToken()).isGreaterThan(before[0].fencingToken());
			}
		});
	}

	static final class Leader implements InitializingBean, DisposableBean {

		private final LockOperations locks;

		private Lease lease;

		Leader(LockOperations locks) {
			this.locks = locks;
		}

		@Override
		public void afterPropertiesSet() {
			this.lease = this.locks.acquire(LEADER);
		}

		@Override
		public void destroy() {
			this.lease.close();
		}

	}

}
