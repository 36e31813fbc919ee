package io.github.lockstarter.sample.stage;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.test.FreePort;

import static org.awaitility.Awaitility.await;

/**
 * Two servers, started by one command with {@code --pair} where no Redis is. All tests
 * get the same ones from {@link SharedPair}, or from {@link DatabasePair}, so no test
 * stops a server or their store, and each has names of its own.
 */
public final class Pair implements AutoCloseable {

	private final ControlRoom controlRoom = new ControlRoom(settings());

	private final int redisPort = FreePort.pick();

	private final String name;

	private final Visitor visitor;

	Pair(String name, String... arguments) {
		this.name = name;
		try {
			this.controlRoom.launch(name, "localhost", this.redisPort,
					Stream
						.concat(Stream.of("--pair", "--sample.job.cron=-", "--sample.timeline.work-time=100ms"),
								Stream.of(arguments))
						.toArray(String[]::new));
			this.visitor = new Visitor(this.controlRoom.awaitStarted().port());
			awaitBoth();
		}
		catch (RuntimeException | Error ex) {
			this.controlRoom.explain(ex);
			this.controlRoom.close();
			throw ex;
		}
	}

	// The second server gets few arguments of the first, and all of its environment
	private static Map<String, String> settings() {
		Map<String, String> settings = new HashMap<>(Patience.SETTINGS);
		settings.put("spring.data.redis.connect-timeout", "1m");
		settings.put("spring.data.redis.timeout", "1m");
		return settings;
	}

	void awaitBoth() {
		await("two servers").atMost(Patience.LIMIT).until(() -> this.visitor.read("/servers").size() == 2);
	}

	/**
	 * What both have said.
	 */
	String said() {
		return this.controlRoom.said(this.name);
	}

	Visitor visitor() {
		return this.visitor;
	}

	int redisPort() {
		return this.redisPort;
	}

	/**
	 * Where registrations on both servers can be held up.
	 * @return the control room of both
	 */
	public ControlRoom controlRoom() {
		return this.controlRoom;
	}

	/**
	 * The server that has started the other one.
	 * @return its client
	 */
	public SampleClient one() {
		return new SampleClient(this.visitor.port());
	}

	/**
	 * The server that was started by the other one.
	 * @return its client
	 */
	public SampleClient other() {
		return new SampleClient(this.visitor.server(false).path("port").asInt());
	}

	@Override
	public void close() {
		this.controlRoom.close();
	}

}
