package io.github.lockstarter.redis;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.redis.script.LockScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A version that does not know modes beside one that shares a lock: what docs/protocol.md
 * says of it.
 */
@Tag("gate")
class RollingDeploymentOfModesIntegrationTests extends TwoVersions {

	private static final int READ = 0;

	private static final long LEASE = 1_000;

	RollingDeploymentOfModesIntegrationTests() {
		super("rolling", CHANGED);
	}

	@BeforeEach
	void beginTime() {
		advance(1_000);
	}

	@Test
	void formerVersionWaitsForReadersAndTheyForIt() {
		assertThat(share("new:1", READ, 0)).startsWith("[OWNED");
		assertThat(share("new:2", READ, 0)).startsWith("[OWNED");
		assertThat(acquire("old:1", 60_000)).startsWith("[WAIT");
		assertThat(share("new:3", READ, 0)).as("behind a writer").startsWith("[WAIT");
		assertThat(release("new:1")).startsWith("[RELEASED");
		assertThat(fields()).containsEntry("o", "&");
		assertThat(release("new:2")).startsWith("[RELEASED");
		assertThat(fields()).as("handed to who waited").containsEntry("o", "old:1");
		assertThat(share("new:3", READ, 0)).startsWith("[WAIT");
		assertThat(release("old:1")).startsWith("[RELEASED");
		assertThat(share("new:3", READ, 0)).startsWith("[OWNED");
	}

	@Test
	void formerVersionHandsTheLockToAReaderAlone() {
		assertThat(acquire("old:1", 0)).startsWith("[OWNED");
		assertThat(share("new:1", READ, 60_000)).startsWith("[WAIT");
		assertThat(release("old:1")).startsWith("[RELEASED");
		assertThat(fields()).containsEntry("o", "new:1");
		assertThat(share("new:1", READ, 60_000)).startsWith("[OWNED");
		assertThat(share("new:2", READ, 0)).as("beside a reader that has it alone").startsWith("[WAIT");
		assertThat(renew("new:1")).as("nothing but the time").doesNotContain(",");
		assertThat(release("new:1")).startsWith("[RELEASED");
		assertThat(share("new:2", READ, 0)).startsWith("[OWNED");
	}

	@Test
	void formerVersionWaitsLongerForPermitsOfServersThatCrashed() {
		assertThat(share("new:1", 2, 0)).startsWith("[OWNED");
		assertThat(renew("new:1")).doesNotContain(",");
		advance(2 * LEASE * 1_000);
		assertThat(acquire("old:1", 0)).as("it does not know who shares the lock").startsWith("[WAIT");
		advance(16 * LEASE * 1_000);
		assertThat(acquire("old:1", 0)).startsWith("[OWNED");
		assertThat(release("old:1")).startsWith("[RELEASED");
		assertThat(share("new:2", 2, 0)).startsWith("[OWNED");
		assertThat(share("new:3", 2, 0)).as("nothing is left of the group before").startsWith("[OWNED");
		assertThat(share("new:4", 2, 0)).startsWith("[WAIT");
	}

	private String share(String id, int limit, long wait) {
		return run(id, LockScript.SHARE, id, Long.toString(LEASE), "60000", "17", HAND_OFF, Long.toString(now()),
				Long.toString(wait), "0 " + limit);
	}

	private String acquire(String id, long wait) {
		return run(id, LockScript.ACQUIRE, id, Long.toString(LEASE), "60000", "17", HAND_OFF, Long.toString(now()),
				Long.toString(wait), "0");
	}

	private String renew(String id) {
		return run(id, LockScript.RENEW, id, Long.toString(LEASE), "60000");
	}

	private String release(String id) {
		return run(id, LockScript.RELEASE, id, "0", "60000", "17", HAND_OFF);
	}

}
