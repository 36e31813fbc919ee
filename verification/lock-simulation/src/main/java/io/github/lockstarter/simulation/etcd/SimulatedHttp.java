package io.github.lockstarter.simulation.etcd;

import java.io.IOException;
import java.net.Authenticator;
import java.net.ConnectException;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import io.github.lockstarter.simulation.client.Connections;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * What the JDK's client for HTTP does for one instance: each request has a connection of
 * its own while it lasts, and one that is free is used again.
 */
final class SimulatedHttp extends HttpClient implements Connections {

	private final Process process;

	private final Network network;

	private final EtcdCluster cluster;

	private final Duration connectTimeout;

	private final Set<Wire> open = new LinkedHashSet<>();

	private long refusedUntil;

	SimulatedHttp(Process process, Network network, EtcdCluster cluster, Duration connectTimeout) {
		this.process = process;
		this.network = network;
		this.cluster = cluster;
		this.connectTimeout = connectTimeout;
	}

	private World world() {
		return this.process.world();
	}

	/**
	 * The address of a member.
	 */
	static String endpoint(Member member) {
		return "http://" + host(member) + ":2379";
	}

	private static String host(Member member) {
		return "etcd" + member.index();
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
		Exchange<T> exchange = new Exchange<>(request, handler);
		Member member = this.cluster.members()
			.stream()
			.filter((one) -> host(one).equals(exchange.host()))
			.findFirst()
			.orElseThrow();
		this.open.stream()
			.filter((wire) -> wire.isIdle() && wire.member() == member)
			.findFirst()
			.ifPresentOrElse(exchange::begin, () -> connect(member, exchange));
		return exchange.response();
	}

	private void connect(Member member, Exchange<?> exchange) {
		if (this.refusedUntil > world().now()) {
			this.process.after(this.connectTimeout.toNanos(),
					() -> exchange.fail(new HttpConnectTimeoutException("HTTP connect timed out")));
			return;
		}
		world().after(this.process, this.network.there() + this.network.back(), () -> {
			if (exchange.isOver()) {
				return;
			}
			if (member.isDown()) {
				exchange.fail(new ConnectException("Connection refused"));
				return;
			}
			Wire wire = new Wire(this, this.process, this.network, this.cluster, member);
			this.open.add(wire);
			exchange.begin(wire);
		});
	}

	void closed(Wire wire) {
		this.open.remove(wire);
	}

	/**
	 * All of some, or any one.
	 */
	private List<Wire> some(Predicate<Wire> which) {
		List<Wire> all = this.open.stream().filter(which).toList();
		return (all.size() < 2 || world().chance().oneIn(2)) ? all
				: List.of(all.get((int) world().chance().below(all.size())));
	}

	@Override
	public void cutCommands() {
		some((wire) -> !wire.isStream()).forEach(Wire::cut);
	}

	@Override
	public void swallow() {
		some((wire) -> true).forEach(Wire::swallow);
	}

	@Override
	public void cutMessages(boolean noticed) {
		some(Wire::isStream).forEach(noticed ? Wire::cut : Wire::swallow);
	}

	@Override
	public void lost() {
		List.copyOf(this.open).forEach(Wire::cut);
	}

	@Override
	public void refuse(long nanos) {
		this.refusedUntil = Math.max(this.refusedUntil, world().now() + nanos);
	}

	@Override
	public void leaveAlone(long nanos) {
		refuse(nanos);
	}

	@Override
	public Optional<CookieHandler> cookieHandler() {
		return Optional.empty();
	}

	@Override
	public Optional<Duration> connectTimeout() {
		return Optional.of(this.connectTimeout);
	}

	@Override
	public Redirect followRedirects() {
		return Redirect.NEVER;
	}

	@Override
	public Optional<ProxySelector> proxy() {
		return Optional.empty();
	}

	@Override
	public SSLContext sslContext() {
		throw new UnsupportedOperationException();
	}

	@Override
	public SSLParameters sslParameters() {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<Authenticator> authenticator() {
		return Optional.empty();
	}

	@Override
	public Version version() {
		return Version.HTTP_1_1;
	}

	@Override
	public Optional<Executor> executor() {
		return Optional.empty();
	}

	@Override
	public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler,
			HttpResponse.PushPromiseHandler<T> pushes) {
		return sendAsync(request, handler);
	}

}
