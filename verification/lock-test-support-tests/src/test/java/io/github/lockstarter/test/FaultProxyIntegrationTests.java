package io.github.lockstarter.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the proxy does to a conversation with a real Redis.
 */
@Timeout(120)
class FaultProxyIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private final TestRedis redis = TestRedis.start();

	private final FaultProxy proxy = FaultProxy.to(this.redis.host(), this.redis.port());

	private Socket socket;

	private BufferedReader in;

	@BeforeEach
	void connect() throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), this.proxy.port());
		this.socket.setSoTimeout(20_000);
		this.in = new BufferedReader(new InputStreamReader(this.socket.getInputStream()));
	}

	@AfterEach
	void close() throws IOException {
		this.socket.close();
		this.proxy.close();
		this.redis.close();
	}

	@Test
	void undisturbedItForwards() throws IOException {
		assertThat(ask("SET a 1")).isEqualTo("+OK");
		assertThat(this.redis.cli("GET", "a")).isEqualTo("1");
		assertThat(this.proxy.affected()).isZero();
	}

	@Test
	void itLeadsToAnotherServer() throws IOException {
		assertThat(ask("SET a 1")).isEqualTo("+OK");
		try (TestRedis other = TestRedis.start()) {
			this.proxy.lead(other.host(), other.port());
			assertThat(this.in.read()).isEqualTo(-1);
			this.socket.close();
			connect();
			assertThat(ask("SET b 2")).isEqualTo("+OK");
			assertThat(other.cli("GET", "b")).isEqualTo("2");
		}
	}

	@Test
	void commandsAreCountedAsClientsWriteThem() throws IOException {
		assertThat(ask("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$5\r\n*1\r\n\n")).isEqualTo("+OK");
		assertThat(ask("*1\r\n$4\r\nPING")).isEqualTo("+PONG");
		this.proxy.requests(FaultProxy.Flow.DROP);
		this.socket.getOutputStream().write("*1\r\n$4\r\nPI".getBytes(StandardCharsets.UTF_8));
		this.socket.getOutputStream().write("NG\r\n*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.UTF_8));
		Await.until("both to be counted", LONG, () -> this.proxy.commands() == 4);
	}

	@Test
	void delayAppliesBothWays() throws IOException {
		this.proxy.delay(Duration.ofMillis(40));
		long begin = System.nanoTime();
		assertThat(ask("PING")).isEqualTo("+PONG");
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(80));
		assertThat(this.proxy.affected()).isEqualTo(2);
	}

	@Test
	void heldRequestArrivesAfterItsSenderHasGone() throws IOException {
		this.proxy.requests(FaultProxy.Flow.HOLD);
		send("SET late 1");
		Await.until("the request to be held", LONG, () -> this.proxy.affected() == 1);
		this.socket.close();
		assertThat(this.redis.cli("GET", "late")).isNull();
		this.proxy.requests(FaultProxy.Flow.PASS);
		Await.until("the request to arrive", LONG, () -> "1".equals(this.redis.cli("GET", "late")));
	}

	@Test
	void droppedReplyLeavesTheCommandExecuted() throws IOException {
		this.proxy.replies(FaultProxy.Flow.DROP);
		send("SET dropped 1");
		Await.until("the reply to be dropped", LONG, () -> this.proxy.affected() == 1);
		assertThat(this.redis.cli("GET", "dropped")).isEqualTo("1");
		assertThat(this.proxy.cut()).isEqualTo(1);
		assertThat(this.in.readLine()).isNull();
	}

	@Test
	void lostPushLeavesTheConnectionOpen() throws IOException {
		send("SUBSCRIBE c");
		for (int line = 0; line < 6; line++) {
			this.in.readLine();
		}
		this.proxy.losePushes(true);
		assertThat(this.redis.cli("PUBLISH", "c", "lost")).isEqualTo("1");
		Await.until("the message to be lost", LONG, () -> this.proxy.affected() == 1);
		this.proxy.losePushes(false);
		this.redis.cli("PUBLISH", "c", "heard");
		for (int line = 0; line < 6; line++) {
			this.in.readLine();
		}
		assertThat(this.in.readLine()).isEqualTo("heard");
	}

	@Test
	void forgottenConnectionStaysOpenAndLosesWhatIsSent() throws IOException {
		assertThat(ask("SET a 1")).isEqualTo("+OK");
		assertThat(this.proxy.forget()).isEqualTo(1);
		send("SET a 2");
		Socket former = this.socket;
		connect();
		assertThat(ask("GET a")).isEqualTo("$1");
		assertThat(this.in.readLine()).isEqualTo("1");
		former.setSoTimeout(100);
		assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> former.getInputStream().read());
		former.close();
	}

	@Test
	void connectionIsForgottenWhenItWasQuietForTooLong() throws IOException {
		this.proxy.forgetAfter(LONG);
		assertThat(ask("SET a 1")).isEqualTo("+OK");
		this.proxy.forgetAfter(Duration.ZERO);
		send("SET a 2");
		Await.until("it to be forgotten", LONG, () -> this.proxy.affected() == 1);
		assertThat(this.redis.cli("GET", "a")).isEqualTo("1");
	}

	@Test
	void whatComesTogetherWithALostPushArrives() throws IOException {
		send("HELLO 3");
		send("SUBSCRIBE c");
		String line = this.in.readLine();
		while (!line.equals(":1")) {
			line = this.in.readLine();
		}
		this.proxy.losePushes(true);
		// answered with one write: a message, the reply to PUBLISH, another message ...
		send("PUBLISH c lost\r\nPUBLISH c lost\r\nPING");
		assertThat(this.in.readLine()).isEqualTo(":1");
		assertThat(this.in.readLine()).isEqualTo(":1");
		assertThat(this.in.readLine()).isEqualTo("+PONG");
		assertThat(this.proxy.affected()).isPositive();
	}

	private String ask(String command) throws IOException {
		send(command);
		return this.in.readLine();
	}

	private void send(String command) throws IOException {
		this.socket.getOutputStream().write((command + "\r\n").getBytes());
	}

}
