package io.github.lockstarter.simulation.server;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * A Redis behind a wire: as many commands as the locks send, each answered in RESP, one
 * at a time. The scripts are run by an embedded Lua.
 */
public final class Redis implements Server {

	private static final Map<String, LockScript> BY_DIGEST = Arrays.stream(LockScript.values())
		.collect(Collectors.toMap(LockScript::digest, Function.identity()));

	private static final Map<String, LockScript> BY_TEXT = Arrays.stream(LockScript.values())
		.collect(Collectors.toMap(LockScript::text, Function.identity()));

	private final World world;

	private final Process process;

	private final Channels channels = new Channels();

	private final LuaRedis keys = new LuaRedis(this::publish, this.channels::listeners);

	private final Set<LockScript> known = new HashSet<>();

	private final Set<Client> clients = new LinkedHashSet<>();

	private final Replication replicas;

	private boolean replica;

	private boolean up = true;

	private @Nullable ClusterNode node;

	private String runId;

	private long startedMicros;

	private Watch watch = Watch.NOBODY;

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
		this.replicas = new Replication(world, this);
		this.runId = runId();
		this.startedMicros = this.process.wallMicros() - 1_000_000_000_000L;
	}

	/**
	 * Belongs to a cluster.
	 * @param place what it is there
	 */
	void join(ClusterNode place) {
		this.node = place;
		this.keys.join(place.id());
	}

	private String runId() {
		return Long.toHexString(this.world.chance().next()) + Long.toHexString(this.world.chance().next());
	}

	@Override
	public Process process() {
		return this.process;
	}

	@Override
	public int starts() {
		return this.starts;
	}

	/**
	 * Has somebody look at what it does.
	 * @param by whoever looks
	 */
	public void watchedBy(Watch by) {
		this.watch = by;
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
		end();
		begin();
	}

	/**
	 * Ends.
	 */
	void end() {
		this.up = false;
		this.starts++;
		this.replicas.forgetWaiters();
		leaveAll();
	}

	/**
	 * Is started again, empty, and calls itself a master.
	 */
	void begin() {
		this.world.tell(this.process.name() + " is started again, empty");
		this.up = true;
		this.replica = false;
		this.keys.clear();
		this.known.clear();
		this.runId = runId();
		this.startedMicros = this.process.wallMicros();
	}

	@Override
	public boolean isUp() {
		return this.up;
	}

	/**
	 * Closes the connections of all clients.
	 */
	void leaveAll() {
		this.channels.clear();
		List<Client> left = List.copyOf(this.clients);
		this.clients.clear();
		left.forEach(Client::gone);
	}

	/**
	 * Becomes a replica: it takes no writes any more, and gets a whole copy.
	 * @param master whom it follows
	 */
	void follow(Redis master) {
		this.world.tell(this.process.name() + " is a replica of " + master.process.name());
		this.replica = true;
		this.replicas.forgetWaiters();
		this.replicas.end(master);
		master.replicas.begin(this);
	}

	/**
	 * Becomes the master, with what it has heard.
	 * @param former whose replica it was
	 */
	void promote(Redis former) {
		this.world.tell(this.process.name() + " is the master");
		former.replicas.end(this);
		this.replica = false;
	}

	/**
	 * No replica hears anything for a while.
	 * @param nanos how long
	 */
	void cutReplicas(long nanos) {
		this.replicas.cut(nanos);
	}

	boolean isReplica() {
		return this.replica;
	}

	/**
	 * All that is in it, for a replica.
	 */
	Consumer<Redis> whole() {
		Consumer<LuaRedis> all = this.keys.copyOf(this.keys.names());
		return (other) -> {
			other.keys.clear();
			all.accept(other.keys);
		};
	}

	/**
	 * What is under some keys now, for another server.
	 */
	Consumer<Redis> part(Collection<String> names) {
		Consumer<LuaRedis> some = this.keys.copyOf(names);
		return (other) -> some.accept(other.keys);
	}

	/**
	 * Gives a key away, at once, if it has it: the other one may have got it meanwhile.
	 */
	void move(String key, Redis other) {
		if (!has(key)) {
			return;
		}
		part(List.of(key)).accept(other);
		other.replicas.wrote(List.of(key));
		this.keys.remove(key);
		this.replicas.wrote(List.of(key));
	}

	boolean has(String key) {
		return this.keys.keys(this.process::wallMicros).life(key) != Entry.GONE;
	}

	/**
	 * Tells those who have subscribed here, and in a cluster all others a little later.
	 */
	private int publish(String channel, String text) {
		if (this.node != null) {
			this.node.spread(channel, text);
		}
		this.watch.told(this.channels.listeners(channel));
		return this.channels.publish(channel, text);
	}

	void hear(String channel, String text) {
		this.channels.publish(channel, text);
	}

	/**
	 * What it has in its memory.
	 * @return to look at it
	 */
	public Keys keys() {
		return this.keys.keys(this.process::wallMicros);
	}

	/**
	 * Its memory, and the commands that scripts give.
	 */
	LuaRedis memory() {
		return this.keys;
	}

	/**
	 * Has what another one has: a replica that has heard everything.
	 * @param other the other one
	 */
	public void copy(Redis other) {
		other.whole().accept(this);
	}

	/**
	 * Who is told messages.
	 * @return the names of the processes, one for each connection that has subscribed
	 */
	public List<String> subscribers() {
		return this.channels.subscribers().map(Client::who).toList();
	}

	/**
	 * There is memory for writes, or there is none.
	 * @param none whether there is none
	 */
	public void full(boolean none) {
		this.keys.full(none);
	}

	/**
	 * Forgets all scripts.
	 */
	public void flushScripts() {
		this.known.clear();
	}

	@Override
	public void meet(Client client) {
		this.clients.add(client);
	}

	@Override
	public void forget(Client client) {
		this.clients.remove(client);
		this.channels.forget(client);
	}

	@Override
	public void run(Client client, List<String> words, Consumer<byte[]> answer) {
		this.commands++;
		this.watch.asked(words);
		if (words.get(0).equals("WAIT")) {
			this.replicas.await(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)),
					(count) -> answer.accept(Resp.reply(count).getBytes(StandardCharsets.UTF_8)));
			return;
		}
		try {
			answer.accept(answer(client, words).getBytes(StandardCharsets.UTF_8));
		}
		catch (LuaError ex) {
			answer.accept(Resp.error(RedisError.text(ex)).getBytes(StandardCharsets.UTF_8));
		}
	}

	private String answer(Client client, List<String> words) {
		String refusal = refusal(client, words);
		if (refusal != null) {
			return Resp.error(refusal);
		}
		return switch (words.get(0)) {
			case "CLUSTER" -> (this.node != null) ? this.node.answer(words.get(1))
					: Resp.error("ERR This instance has cluster support disabled");
			case "ASKING" -> {
				Objects.requireNonNull(this.node).asking(client);
				yield "+OK\r\n";
			}
			case "EVALSHA" -> {
				LockScript script = BY_DIGEST.get(words.get(1));
				yield (script != null && this.known.contains(script)) ? eval(script, words)
						: Resp.error("NOSCRIPT No matching script. Please use EVAL.");
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
				yield Resp.reply(List.of(Long.toString(micros / 1_000_000), Long.toString(micros % 1_000_000)));
			}
			case "INFO" ->
				Resp.reply("run_id:" + this.runId + "\nredis_mode:" + ((this.node != null) ? "cluster" : "standalone")
						+ "\nmaxmemory_policy:noeviction\nuptime_in_seconds:"
						+ (this.process.wallMicros() - this.startedMicros) / 1_000_000);
			case "GET", "SET" -> {
				String reply = Resp.reply(this.keys.run(this.process.wallMicros(), words.toArray(String[]::new)));
				if (this.keys.hasWritten()) {
					this.replicas.wrote(words.subList(1, 2));
				}
				yield reply;
			}
			case "SUBSCRIBE" -> this.channels.subscribe(client, words.subList(1, words.size()));
			default -> Resp.error("ERR unknown command '" + words.get(0) + "'");
		};
	}

	/**
	 * Why it does not do what it is asked for: a replica, or a node without the slot.
	 */
	private @Nullable String refusal(Client client, List<String> words) {
		int key = switch (words.get(0)) {
			case "EVAL", "EVALSHA" -> 3;
			case "GET", "SET" -> 1;
			default -> -1;
		};
		if (key < 0) {
			return null;
		}
		if (this.node != null) {
			return this.node.redirect(client, words.get(key));
		}
		return (this.replica && !words.get(0).equals("GET")) ? "READONLY You can't write against a read only replica."
				: null;
	}

	private String eval(LockScript script, List<String> words) {
		int count = Integer.parseInt(words.get(2));
		List<String> names = words.subList(3, 3 + count);
		try {
			return Resp.reply(this.keys.eval(script.text(), names,
					words.subList(3 + count, words.size()).toArray(String[]::new), this.process.wallMicros()));
		}
		finally {
			if (this.keys.hasWritten()) {
				this.replicas.wrote(names);
			}
		}
	}

}
