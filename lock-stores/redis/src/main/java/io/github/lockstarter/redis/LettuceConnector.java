package io.github.lockstarter.redis;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultAddressResolverGroup;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * Connects over sockets with the options of the application's client, on threads of our
 * own: application code that blocks a Netty thread must not stop a renewal.
 */
final class LettuceConnector implements RedisConnector {

	// Lettuce's minimum, for what it runs beside its event loops
	private static final int THREADS = 2;

	private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(2);

	private final EventLoops loops;

	private final ClientResources resources;

	private final RedisClient client;

	private final Duration patience;

	private final Scheduler timer;

	private final AtomicBoolean closed = new AtomicBoolean();

	// "loops" are shared with other clients unless they look up names. "handshake" limits
	// the wait for a socket and for credentials.
	LettuceConnector(LettuceClientConfiguration application, EventLoops loops, Duration handshake) {
		this.loops = blocksForNames(application) ? new EventLoops(Math.max(loops.count(), 2)) : loops;
		this.resources = resources(application, this.loops.open());
		this.client = RedisClient.create(this.resources);
		this.client.setOptions(options(application, handshake));
		this.patience = handshake;
		this.timer = Schedulers.fromExecutorService(this.resources.eventExecutorGroup());
	}

	// Without netty-resolver-dns, which Lettuce brings from version 7 on only, the
	// connecting thread looks up names: a DNS that hangs would stop a healthy connection.
	private static boolean blocksForNames(LettuceClientConfiguration application) {
		ClientResources lent = application.getClientResources().orElse(null);
		AddressResolverGroup<?> names = (lent != null) ? lent.addressResolverGroup()
				: DefaultClientResources.DEFAULT_ADDRESS_RESOLVER_GROUP;
		return names == DefaultAddressResolverGroup.INSTANCE;
	}

	private static ClientResources resources(LettuceClientConfiguration application, EventLoopGroupProvider loops) {
		// Not mutated from the application's: that would share its threads, and shut them
		// down with ours.
		DefaultClientResources.Builder builder = DefaultClientResources.builder()
			.eventLoopGroupProvider(loops)
			.computationThreadPoolSize(THREADS)
			.commandLatencyRecorder(CommandLatencyRecorder.disabled());
		application.getClientResources()
			.ifPresent((resources) -> builder.socketAddressResolver(resources.socketAddressResolver())
				.addressResolverGroup(resources.addressResolverGroup())
				.nettyCustomizer(resources.nettyCustomizer()));
		return builder.build();
	}

	private static ClientOptions options(LettuceClientConfiguration application, Duration handshake) {
		ClientOptions base = application.getClientOptions().orElseGet(ClientOptions::create);
		SocketOptions socket = base.getSocketOptions();
		Duration connect = socket.getConnectTimeout();
		return base.mutate()
			.autoReconnect(false)
			.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
			.timeoutOptions(TimeoutOptions.create())
			.socketOptions(
					socket.mutate().connectTimeout((connect.compareTo(handshake) <= 0) ? connect : handshake).build())
			.build();
	}

	@Override
	public CompletionStage<StatefulRedisConnection<String, String>> connect(RedisURI uri) {
		return letIn(uri, (known) -> this.client.connectAsync(StringCodec.UTF8, known));
	}

	@Override
	public CompletionStage<StatefulRedisPubSubConnection<String, String>> connectForMessages(RedisURI uri) {
		return letIn(uri, (known) -> this.client.connectPubSubAsync(StringCodec.UTF8, known));
	}

	@Override
	public CompletionStage<StatefulRedisSentinelConnection<String, String>> connectToSentinel(RedisURI uri) {
		return letIn(uri, (known) -> this.client.connectSentinelAsync(StringCodec.UTF8, known));
	}

	// The application's provider may be slow or block the calling thread, so it is asked
	// on another thread, with a limit, before the connection is made: on a busy machine
	// Lettuce loses the reason of a refusal that came from another thread, and Lettuce 7
	// waits for credentials on the connecting thread, in order to print them.
	private <C> CompletionStage<C> letIn(RedisURI uri, Function<RedisURI, CompletionStage<C>> door) {
		RedisCredentialsProvider provider = uri.getCredentialsProvider();
		if (provider instanceof StaticCredentialsProvider) {
			return opened(uri, door);
		}
		if (provider instanceof RedisCredentialsProvider.ImmediateRedisCredentialsProvider now) {
			try {
				return opened(with(uri, new StaticCredentialsProvider(now.resolveCredentialsNow())), door);
			}
			catch (RuntimeException ex) {
				return CompletableFuture.failedStage(ex);
			}
		}
		return Mono.defer(provider::resolveCredentials)
			.subscribeOn(Schedulers.boundedElastic())
			.timeout(this.patience,
					Mono.error(() -> new RedisConnectionException(
							"The credentials provider did not answer within " + this.patience.toMillis() + " ms")),
					this.timer)
			.toFuture()
			.thenCompose((credentials) -> opened(
					provider.supportsStreaming() ? uri : with(uri, new StaticCredentialsProvider(credentials)), door));
	}

	private static <C> CompletionStage<C> opened(RedisURI uri, Function<RedisURI, CompletionStage<C>> door) {
		CompletableFuture<C> opened = new CompletableFuture<>();
		door.apply(uri).whenComplete((connection, failure) -> {
			if (failure != null) {
				opened.completeExceptionally(TlsMismatch.explained(uri, failure));
			}
			else {
				opened.complete(connection);
			}
		});
		return opened;
	}

	private static RedisURI with(RedisURI uri, RedisCredentialsProvider provider) {
		RedisURI known = RedisURI.builder(uri).build();
		known.setCredentialsProvider(provider);
		return known;
	}

	@Override
	public SocketAddress resolve(RedisURI uri) {
		return this.resources.socketAddressResolver().resolve(uri);
	}

	@Override
	public void addListener(RedisConnectionStateListener listener) {
		this.client.addListener(listener);
	}

	@Override
	public void close(LockRuntime runtime) {
		long millis = LONGEST_SHUTDOWN.toMillis();
		runtime.awaitUninterruptibly(this.client.shutdownAsync(0, millis, TimeUnit.MILLISECONDS),
				LONGEST_SHUTDOWN.toNanos());
		if (this.closed.compareAndSet(false, true)) {
			this.loops.close(millis);
		}
		this.resources.shutdown(0, millis, TimeUnit.MILLISECONDS)
			.awaitUninterruptibly(2 * millis, TimeUnit.MILLISECONDS);
	}

}
