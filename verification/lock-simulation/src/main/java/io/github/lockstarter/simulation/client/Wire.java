package io.github.lockstarter.simulation.client;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.RedisStateMachine;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.Tracing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

import io.github.lockstarter.simulation.server.Server;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * One stream to a server and one back, below the connections of Lettuce: bytes arrive in
 * the order in which they were sent, or not at all, and after a gap nothing does.
 */
final class Wire implements RedisChannelWriter, Server.Client {

	// A server that was not told of the end notices it by itself.
	private static final long NOTICED_NANOS = 5_000_000_000L;

	private static final ClientResources RESOURCES = (ClientResources) Proxy.newProxyInstance(
			Wire.class.getClassLoader(), new Class<?>[] { ClientResources.class }, (proxy, method, arguments) -> {
				if (method.getName().equals("tracing")) {
					return Tracing.disabled();
				}
				throw new UnsupportedOperationException(method.getName());
			});

	private final Process process;

	private final World world;

	private final Server server;

	private final Network network;

	private final boolean forMessages;

	private final LongSupplier deafUntil;

	private final Consumer<Wire> ended;

	private final int start;

	private final Queue<RedisCommand<?, ?, ?>> unanswered = new ArrayDeque<>();

	private final List<World.Event> onTheWay = new ArrayList<>();

	// What has arrived and has no answer yet.
	private final Queue<List<String>> there = new ArrayDeque<>();

	private final RedisStateMachine reader = new RedisStateMachine();

	private Runnable onEnd = () -> {
	};

	private BiConsumer<String, String> onMessage = (channel, text) -> {
	};

	private boolean closed;

	private boolean swallows;

	private long lastThere;

	private long lastBack;

	/**
	 * A wire that stands.
	 * @param process the process of the instance
	 * @param server where it leads
	 * @param network the way there
	 * @param forMessages whether it is for messages
	 * @param deafUntil until when messages are lost
	 * @param ended is told when it is gone
	 */
	Wire(Process process, Server server, Network network, boolean forMessages, LongSupplier deafUntil,
			Consumer<Wire> ended) {
		this.process = process;
		this.world = process.world();
		this.server = server;
		this.network = network;
		this.forMessages = forMessages;
		this.deafUntil = deafUntil;
		this.ended = ended;
		this.start = server.starts();
		server.meet(this);
	}

	boolean isForMessages() {
		return this.forMessages;
	}

	/**
	 * Who is told of its end and of messages, on a thread of the process.
	 */
	void attach(Runnable end, BiConsumer<String, String> message) {
		this.onEnd = end;
		this.onMessage = message;
	}

	@Override
	public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
		if (this.closed) {
			command.completeExceptionally(new RedisException("Connection is closed"));
			return command;
		}
		ByteBuf bytes = Unpooled.buffer();
		command.encode(bytes);
		this.unanswered.add(command);
		if (!this.swallows) {
			List<String> words = words(bytes);
			this.lastThere = Math.max(this.lastThere + 1, this.world.now() + this.network.there());
			this.onTheWay.removeIf((event) -> !event.waits());
			this.onTheWay.add(this.world.at(this.server.process(), this.lastThere, () -> arrived(words)));
		}
		return command;
	}

	@Override
	public <K, V> Collection<RedisCommand<K, V, ?>> write(Collection<? extends RedisCommand<K, V, ?>> commands) {
		List<RedisCommand<K, V, ?>> all = new ArrayList<>(commands);
		all.forEach(this::write);
		return all;
	}

	private void arrived(List<String> words) {
		this.there.add(words);
		if (this.there.size() == 1) {
			runFirst();
		}
	}

	/**
	 * One command after the other, also if one of them waits.
	 */
	private void runFirst() {
		if (this.server.starts() != this.start) {
			return;
		}
		this.server.run(this, this.there.element(), (answer) -> {
			answered(answer);
			this.there.remove();
			if (!this.there.isEmpty()) {
				runFirst();
			}
		});
	}

	private void answered(byte[] answer) {
		back(() -> {
			RedisCommand<?, ?, ?> command = this.unanswered.poll();
			if (command != null) {
				this.reader.decode(Unpooled.wrappedBuffer(answer), command.getOutput());
				command.complete();
			}
		});
	}

	@Override
	public void message(String channel, String text) {
		boolean lost = this.network.losesMessage();
		if (!lost && this.world.now() >= this.deafUntil.getAsLong()) {
			back(() -> this.onMessage.accept(channel, text));
		}
	}

	@Override
	public String who() {
		return this.process.name();
	}

	@Override
	public void gone() {
		cut(true);
	}

	private void back(Runnable arrival) {
		if (!this.closed && !this.swallows && !this.network.dropsReplies()) {
			this.lastBack = Math.max(this.lastBack + 1, this.world.now() + this.network.back());
			this.world.at(this.process, this.lastBack, () -> {
				if (!this.closed && !this.swallows) {
					arrival.run();
				}
			});
		}
	}

	/**
	 * Nothing comes through any more, and nobody is told.
	 */
	void swallow() {
		this.swallows = true;
		this.world.after(null, NOTICED_NANOS, () -> this.server.forget(this));
	}

	/**
	 * It breaks; what is on its way to the server arrives, or nothing of it.
	 * @param noticed whether the server notices soon
	 */
	void cut(boolean noticed) {
		this.swallows = true;
		if (this.world.chance().oneIn(2)) {
			this.onTheWay.forEach(World.Event::cancel);
		}
		this.world.after(null, noticed ? this.network.delay() : NOTICED_NANOS, () -> this.server.forget(this));
		this.world.after(this.process, this.network.delay(), this::end);
	}

	private void end() {
		if (this.closed) {
			return;
		}
		this.closed = true;
		this.ended.accept(this);
		List<RedisCommand<?, ?, ?>> failed = List.copyOf(this.unanswered);
		this.unanswered.clear();
		failed.forEach((command) -> command.completeExceptionally(new RedisException("Connection closed")));
		this.onEnd.run();
	}

	@Override
	public void close() {
		closeAsync();
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		this.world.after(null, this.network.delay(), () -> this.server.forget(this));
		this.process.after(0, this::end);
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void setConnectionFacade(ConnectionFacade facade) {
	}

	@Override
	public void setAutoFlushCommands(boolean auto) {
	}

	@Override
	public void flushCommands() {
	}

	@Override
	public ClientResources getClientResources() {
		return RESOURCES;
	}

	private static List<String> words(ByteBuf bytes) {
		int count = number(bytes);
		List<String> words = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			byte[] word = new byte[number(bytes)];
			bytes.readBytes(word);
			bytes.skipBytes(2);
			words.add(new String(word, StandardCharsets.UTF_8));
		}
		return words;
	}

	private static int number(ByteBuf bytes) {
		bytes.readByte();
		int number = 0;
		for (byte digit = bytes.readByte(); digit != '\r'; digit = bytes.readByte()) {
			number = 10 * number + digit - '0';
		}
		bytes.readByte();
		return number;
	}

}
