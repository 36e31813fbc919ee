package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who shares a lock, as others see it, and as an administrator takes it away.
 */
@Timeout(120)
class SharedHoldersIntegrationTests {

	private final LockRequest request = LockRequest.of(UUID.randomUUID().toString()).waitTime(Duration.ofSeconds(60));

	private final LockInstance one = LockInstance.on(TestRedis.shared());

	private final LockInstance another = LockInstance.on(TestRedis.shared());

	@AfterEach
	void stop() {
		this.one.close();
		this.another.close();
	}

	@Test
	void readersAreNamedWithTheTokenOfAll() {
		Lease mine = this.one.locks().acquire(this.request.mode(LockMode.READ));
		Lease theirs = this.another.locks().acquire(this.request.mode(LockMode.READ));
		LockInfo info = described();
		assertThat(info.mode()).isEqualTo(LockMode.READ);
		assertThat(info.holderCount()).isEqualTo(2);
		assertThat(info.holders()).hasSize(2).containsOnly(new LockInfo.Holder("test@host:1", mine.fencingToken()));
		assertThat(info.holder()).isEqualTo("test@host:1");
		assertThat(info.fencingToken()).isEqualTo(theirs.fencingToken());
		assertThat(this.one.locks().held()).singleElement()
			.satisfies((held) -> assertThat(held.mode()).isEqualTo(LockMode.READ));
		mine.close();
		theirs.close();
	}

	@Test
	void permitsAreNamedWithTheirTokensAndTakenAwayOneByOne() {
		LockRequest three = this.request.permits(3);
		Lease first = this.one.locks().acquire(three);
		Lease second = this.another.locks().acquire(three);
		LockInfo info = described();
		assertThat(info.mode()).isEqualTo(LockMode.WRITE);
		assertThat(info.holderCount()).isEqualTo(2);
		assertThat(info.holders()).extracting(LockInfo.Holder::fencingToken)
			.containsExactly(first.fencingToken(), second.fencingToken());
		assertThat(info.fencingToken()).isEqualTo(first.fencingToken());
		assertThat(this.one.locks().held()).singleElement()
			.satisfies((held) -> assertThat(held.permits()).isEqualTo(3));
		assertThat(this.one.locks().forceRelease(this.request.name(), second.fencingToken())).isTrue();
		assertThat(described().holders()).extracting(LockInfo.Holder::fencingToken)
			.containsExactly(first.fencingToken());
		second.release();
		first.close();
	}

	@Test
	void tokenOfReadersTakesTheLockFromAllOfThem() {
		Lease mine = this.one.locks().acquire(this.request.mode(LockMode.READ));
		Lease theirs = this.another.locks().acquire(this.request.mode(LockMode.READ));
		assertThat(this.one.locks().forceRelease(this.request.name(), mine.fencingToken() - 1)).isFalse();
		assertThat(this.one.locks().forceRelease(this.request.name(), mine.fencingToken())).isTrue();
		assertThat(this.one.locks().describe(this.request.name())).isEmpty();
		mine.release();
		theirs.release();
	}

	@Test
	void twentyHoldersAreNamedAndAllAreCounted() throws Exception {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < LockInfo.MOST_HOLDERS + 5; i++) {
			leases.add(this.one.acquiring(this.request.permits(30)).get(120, TimeUnit.SECONDS));
		}
		LockInfo info = described();
		assertThat(info.holders()).hasSize(LockInfo.MOST_HOLDERS);
		assertThat(info.holderCount()).isEqualTo(LockInfo.MOST_HOLDERS + 5);
		leases.forEach(Lease::close);
		assertThat(this.one.locks().describe(this.request.name())).isEmpty();
	}

	@Test
	void holderAloneIsNamedAsBefore() {
		try (Lease lease = this.one.locks().acquire(this.request)) {
			LockInfo info = described();
			assertThat(info).isEqualTo(new LockInfo(info.name(), "test@host:1", lease.fencingToken(), info.remaining(),
					0, LockMode.WRITE, List.of(new LockInfo.Holder("test@host:1", lease.fencingToken())), 1));
		}
	}

	private LockInfo described() {
		return this.another.locks().describe(this.request.name()).orElseThrow();
	}

}
