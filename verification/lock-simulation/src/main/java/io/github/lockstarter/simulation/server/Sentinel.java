package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A Redis Sentinel behind a wire: it says where the master is, in which configuration
 * epoch, and when it is told of another one, that there is one.
 */
public final class Sentinel implements Server {

	private final Process process;

	private final String masterName;

	private final Channels channels = new Channels();

	private int port;

	private long epoch;

	/**
	 * Starts a Sentinel.
	 * @param world where it is
	 * @param name what its process is called in the story
	 * @param masterName what the master is called
	 * @param port the port of the master
	 */
	public Sentinel(World world, String name, String masterName, int port) {
		this.process = new Process(world, name);
		this.masterName = masterName;
		this.port = port;
	}

	/**
	 * What the master is called.
	 * @return the name
	 */
	public String masterName() {
		return this.masterName;
	}

	/**
	 * It hears of another master.
	 * @param other the port of that
	 */
	public void hear(int other) {
		String text = this.masterName + " 127.0.0.1 " + this.port + " 127.0.0.1 " + other;
		this.port = other;
		this.epoch++;
		this.channels.publish("+switch-master", text);
	}

	@Override
	public Process process() {
		return this.process;
	}

	@Override
	public int starts() {
		return 0;
	}

	@Override
	public void meet(Client client) {
	}

	@Override
	public void forget(Client client) {
		this.channels.forget(client);
	}

	@Override
	public void run(Client client, List<String> words, Consumer<byte[]> answer) {
		answer.accept(answer(client, words).getBytes(StandardCharsets.UTF_8));
	}

	private String answer(Client client, List<String> words) {
		return switch (words.get(0)) {
			case "SENTINEL" -> words.get(1).equalsIgnoreCase("master")
					? Resp.reply(List.of("name", this.masterName, "config-epoch", Long.toString(this.epoch)))
					: Resp.reply(List.of("127.0.0.1", Integer.toString(this.port)));
			case "PING" -> "+PONG\r\n";
			case "CLIENT" -> "+OK\r\n";
			case "SUBSCRIBE" -> this.channels.subscribe(client, words.subList(1, words.size()));
			default -> Resp.error("ERR unknown command '" + words.get(0) + "'");
		};
	}

}
