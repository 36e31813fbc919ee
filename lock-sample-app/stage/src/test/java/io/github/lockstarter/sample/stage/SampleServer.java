package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.sample.stage.race.SlowRegistration.ThinkTime;
import io.github.lockstarter.sample.stage.servers.SecondServer;

/**
 * The sample in a JVM of its own, as {@link StagedSampleApplication} starts it, under the
 * control of a {@link ControlRoom}: it reports its port, tells of registrations that are
 * refused, and asks between look-up and store whether it may go on. It ends when the JVM
 * of the test does. The second server that it starts is under control as well. With
 * {@code control-room.gates=false} it only reports its port, and the second server is
 * that of users.
 */
public final class SampleServer {

	/**
	 * The environment variable with the address of the control room.
	 */
	static final String CONTROL_ROOM = "SAMPLE_CONTROL_ROOM";

	private static final String REGISTRATION = "registration:";

	private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	SampleServer() {
	}

	public static void main(String[] args) {
		boolean second = Boolean.getBoolean("sample.end-with-parent");
		if (second) {
			SecondServer.endWithParentIfAsked();
		}
		else {
			endWithTheTest();
		}
		SpringApplication application = StagedSampleApplication.create();
		application.addPrimarySources(List.of(SampleServer.class));
		WebServerApplicationContext context = (WebServerApplicationContext) application.run(args);
		if (!second) {
			tell("started", Integer.toString(context.getWebServer().getPort()));
		}
	}

	@Bean
	@ConditionalOnProperty(name = "control-room.gates", matchIfMissing = true)
	ThinkTime controlledThinkTime() {
		return (userName) -> tell("looked-up", userName);
	}

	@Bean
	@ConditionalOnProperty(name = "control-room.gates", matchIfMissing = true)
	LockObserver refusals() {
		return new LockObserver() {

			@Override
			public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
				if (attempt.name().startsWith(REGISTRATION)) {
					tell("refused", attempt.name().substring(REGISTRATION.length()));
				}
			}

		};
	}

	@Bean
	@Primary
	@ConditionalOnProperty(name = "control-room.gates", matchIfMissing = true)
	static SecondServer.Program controlledProgram() {
		return new SecondServer.Program(SampleServer.class);
	}

	private static void endWithTheTest() {
		Thread watch = new Thread(() -> {
			try {
				while (System.in.read() >= 0) {
					// nothing is written: the end of the stream is the end of the test
				}
			}
			catch (IOException ex) {
				// as well
			}
			System.exit(1);
		}, "end-with-the-test");
		watch.setDaemon(true);
		watch.start();
	}

	private static void tell(String event, String subject) {
		URI uri = URI.create(
				System.getenv(CONTROL_ROOM) + "/" + event + "?" + URLEncoder.encode(subject, StandardCharsets.UTF_8));
		try {
			HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
		}
		catch (IOException ex) {
			throw new IllegalStateException("The control room does not answer", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
