package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A Redis behind a wire: as many commands as the locks send, each answered in RESP, one
 * at a time. The scripts are run by an embedded Lua.
 */
public final class Redis {

	private static final Map<String, LockScript> BY_DIGEST = Arrays.stream(LockScript.values())
		.collect(Collectors.toMap(LockScript::digest, Function.identity()));

	private static final Map<String, LockScript> BY_TEXT = Arrays.stream(LockScript.values())
		.collect(Collectors.toMap(LockScript::text, Function.identity()));

	private final World world;

	private final Process process;

	private final LuaRedis keys = new LuaRedis(this::publish, (channel) -> !receivers(channel).isEmpty());

	private final Set<LockScript> known = new HashSet<>();

	private final Map<String, Set<Client>> channels = new LinkedHashMap<>();

	private final Set<Client> clients = new LinkedHashSet<>();

	private String runId;

	private long startedMicros;

	private long commands;

	private int starts;

	/**
	 * Starts a server without keys, which has been up for a long time.
	 * @param world where it is
	 * @param name what its process is called in the story
	 */
	public Redis(World world, String name) {
		this.world = world;
		this.process = new Process(world, name);
		this.runId = runId();
		this.startedMicros = this.process.wallMicros() - 1_000_000_000_000L;
	}

	private String runId() {
		return Long.toHexString(this.world.chance().next()) + Long.toHexString(this.world.chance().next());
	}

	/**
	 * The process it runs in, also after a restart.
	 * @return the process
	 */
	public Process process() {
		return this.process;
	}

	/**
	 * How often it has been started again: who was connected before is not any more.
	 * @return the number
	 */
	public int starts() {
		return this.starts;
	}

	/**
	 * How many commands it has run.
	 * @return the number
	 */
	public long commands() {
		return this.commands;
	}

	/**
	 * Ends and is started again, empty.
	 */
	public void restart() {
		this.world.tell(this.process.name() + " is started again, empty");
		this.starts++;
		this.keys.clear();
		this.known.clear();
		this.channels.clear();
		this.runId = runId();
		this.startedMicros = this.process.wallMicros();
		List<Client> left = List.copyOf(this.clients);
		this.clients.clear();
		left.forEach(Client::gone);
	}

	/**
	 * Forgets all scripts.
	 */
	public void flushScripts() {
		this.known.clear();
	}

	/**
	 * A connection stands.
	 * @param client the connection
	 */
	public void meet(Client client) {
		this.clients.add(client);
	}

	/**
	 * A connection has ended: it is told nothing any more.
	 * @param client the connection
	 */
	public void forget(Client client) {
		this.clients.remove(client);
		this.channels.values().forEach((all) -> all.remove(client));
	}

	private Set<Client> receivers(String channel) {
		return this.channels.getOrDefault(channel, Set.of());
	}

	private boolean publish(String channel, String text) {
		Set<Client> receivers = receivers(channel);
		receivers.forEach((client) -> client.message(channel, text));
		return !receivers.isEmpty();
	}

	/**
	 * Runs a command now.
	 * @param client who sent it
	 * @param words the command and its arguments
	 * @return the answer in RESP
	 */
	public byte[] run(Client client, List<String> words) {
		this.commands++;
		try {
			return answer(client, words).getBytes(StandardCharsets.UTF_8);
		}
		catch (RuntimeException ex) {
			return error("ERR " + ex).getBytes(StandardCharsets.UTF_8);
		}
	}

	private String answer(Client client, List<String> words) {
		return switch (words.get(0)) {
			case "EVALSHA" -> {
				LockScript script = BY_DIGEST.get(words.get(1));
				yield (script != null && this.known.contains(script)) ? eval(script, words)
						: error("NOSCRIPT No matching script. Please use EVAL.");
			}
			case "EVAL" -> {
				LockScript script = BY_TEXT.get(words.get(1));
				this.known.add(script);
				yield eval(script, words);
			}
			case "PING" -> "+PONG\r\n";
			case "CLIENT" -> "+OK\r\n";
			case "TIME" -> {
				long micros = this.process.wallMicros();
				yield reply(List.of(Long.toString(micros / 1_000_000), Long.toString(micros % 1_000_000)));
			}
			case "INFO" -> reply("run_id:" + this.runId + "\nredis_mode:standalone\nmaxmemory_policy:noeviction\n"
					+ "uptime_in_seconds:" + (this.process.wallMicros() - this.startedMicros) / 1_000_000);
			case "GET" -> reply(this.keys.get(words.get(1), this.process.wallMicros()));
			case "SET" -> {
				this.keys.set(words.get(1), words.get(2), Long.parseLong(words.get(4)), this.process.wallMicros());
				yield "+OK\r\n";
			}
			case "SUBSCRIBE" -> {
				this.channels.computeIfAbsent(words.get(1), (created) -> new LinkedHashSet<>()).add(client);
				yield reply(List.of("subscribe", words.get(1), 1L));
			}
			default -> error("ERR unknown command '" + words.get(0) + "'");
		};
	}

	private String eval(LockScript script, List<String> words) {
		int count = Integer.parseInt(words.get(2));
		return reply(this.keys.eval(script.text(), words.subList(3, 3 + count),
				words.subList(3 + count, words.size()).toArray(String[]::new), this.process.wallMicros()));
	}

	private static String error(String text) {
		return "-" + text + "\r\n";
	}

	private static String reply(@Nullable Object value) {
		if (value == null) {
			return "$-1\r\n";
		}
		if (value instanceof Long number) {
			return ":" + number + "\r\n";
		}
		if (value instanceof List<?> list) {
			List<String> parts = new ArrayList<>();
			list.forEach((part) -> parts.add(reply(part)));
			return "*" + parts.size() + "\r\n" + String.join("", parts);
		}
		String text = value.toString();
		return "$" + text.getBytes(StandardCharsets.UTF_8).length + "\r\n" + text + "\r\n";
	}

	/**
	 * A connection, as the server sees it.
	 */
	public interface Client {

		/**
		 * The server has ended, and the connection with it.
		 */
		void gone();

		/**
		 * A message is sent to it.
		 * @param channel on which channel
		 * @param text what it says
		 */
		void message(String channel, String text);

	}

}
