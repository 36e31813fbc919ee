package io.github.lockstarter.redis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ServerIdentity}: what servers say of themselves.
 */
class ServerIdentityTests {

	private static final String REDIS_7 = """
			# Server
			redis_version:7.0.15
			redis_git_sha1:00000000
			redis_git_dirty:0
			redis_build_id:92d0ba4ddcdc4b51
			redis_mode:standalone
			os:Linux 6.1.0-18-amd64 x86_64
			arch_bits:64
			process_id:1
			process_supervised:no
			run_id:e0abe2248cad0c6d9cb2445d8e6b73448f567f74
			tcp_port:6379
			server_time_usec:1732340000000000
			uptime_in_seconds:94798
			uptime_in_days:1
			""";

	private static final String VALKEY_8 = """
			# Server
			redis_version:7.2.4
			server_name:valkey
			valkey_version:8.0.1
			redis_git_sha1:00000000
			redis_git_dirty:0
			redis_build_id:5beb99de11516a6b
			server_mode:standalone
			os:Linux 6.1.0-18-amd64 x86_64
			arch_bits:64
			monotonic_clock:POSIX clock_gettime
			multiplexing_api:epoll
			gcc_version:12.2.0
			process_id:1
			process_supervised:no
			run_id:e0abe2248cad0c6d9cb2445d8e6b73448f567f74
			tcp_port:6379
			server_time_usec:1732340000000000
			uptime_in_seconds:94798
			uptime_in_days:1
			hz:10
			configured_hz:10
			lru_clock:4279712
			executable:/data/valkey-server
			config_file:
			io_threads_active:0
			availability_zone:
			listener0:name=tcp,bind=*,bind=-::*,port=6379
			""";

	private static final String RUN = "e0abe2248cad0c6d9cb2445d8e6b73448f567f74";

	@ParameterizedTest
	@ValueSource(strings = { REDIS_7, VALKEY_8 })
	void masterSaysWhichRunItIsAndForHowLong(String info) {
		String sent = info.replace("\n", "\r\n");
		assertThat(read(sent)).isEqualTo(new ServerIdentity(RUN, "lock", 94_798, false));
		assertThat(read(sent).certain()).isEqualTo(read(sent));
	}

	@ParameterizedTest
	@ValueSource(strings = { REDIS_7, VALKEY_8 })
	void nodeOfAClusterIsSeen(String info) {
		assertThat(read(info.replace("mode:standalone", "mode:cluster")).isCluster()).isTrue();
	}

	@Test
	void valkeyThatSpeaksAsRedisIsReadAsOne() {
		String compatible = VALKEY_8.replace("server_mode:", "redis_mode:")
			.replace("server_name:valkey\n", "")
			.replace("valkey_version:8.0.1\n", "");
		assertThat(read(compatible)).isEqualTo(new ServerIdentity(RUN, "lock", 94_798, false));
	}

	@Test
	void whoDoesNotSayWhichRunItIsOrForHowLongIsNotUsed() {
		assertThatIllegalStateException().isThrownBy(() -> read(VALKEY_8.replace("run_id:" + RUN, "run_id:")).certain())
			.withMessage("INFO has no run_id");
		assertThatIllegalStateException()
			.isThrownBy(() -> read(VALKEY_8.replace("uptime_in_seconds", "uptime")).certain())
			.withMessage("INFO has no uptime_in_seconds");
		assertThat(read("")).isEqualTo(new ServerIdentity("", "lock", -1, false));
	}

	private static ServerIdentity read(String info) {
		return ServerIdentity.read(info, "lock");
	}

}
