package io.github.lockstarter.sample.registration;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

import io.github.lockstarter.sample.SampleApplication;
import io.github.lockstarter.sample.redis.LocalRedisListener;

/**
 * The sample in a JVM of its own, as {@link SampleApplication} starts it, under the
 * control of a {@link ControlRoom}: it reports its port, and asks between look-up and
 * store whether it may go on, unless told {@code control-room.gates=false}. It ends when
 * the JVM of the test does.
 */
public final class SampleServer {

	private static final String CONTROL_ROOM = System.getProperty("control-room", "");

	private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	SampleServer() {
	}

	public static void main(String[] args) {
		endWithTheTest();
		SpringApplication application = new SpringApplication(SampleApplication.class, SampleServer.class);
		application.addListeners(new LocalRedisListener());
		WebServerApplicationContext context = (WebServerApplicationContext) application.run(args);
		tell("started", Integer.toString(context.getWebServer().getPort()));
	}

	@Bean
	@Primary
	@ConditionalOnProperty(name = "control-room.gates", matchIfMissing = true)
	ThinkTime controlledThinkTime() {
		return (userName) -> tell("looked-up", userName);
	}

	private static void endWithTheTest() {
		Thread watch = new Thread(() -> {
			try {
				while (System.in.read() >= 0) {
					// nobody writes: the end of the stream is the end of the test
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
		URI uri = URI.create(CONTROL_ROOM + "/" + event + "?" + URLEncoder.encode(subject, StandardCharsets.UTF_8));
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
