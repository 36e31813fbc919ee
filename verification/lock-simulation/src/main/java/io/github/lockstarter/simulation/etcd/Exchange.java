package io.github.lockstarter.simulation.etcd;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.etcd.EtcdAnswer;

/**
 * One request, and what comes back: an answer, or a stream of lines.
 *
 * @param <T> what the answer is made to
 */
final class Exchange<T> {

	private static final int OK = 200;

	private final HttpRequest request;

	private final HttpResponse.BodyHandler<T> handler;

	private final String body;

	private final Response response = new Response();

	private @Nullable Wire wire;

	private HttpResponse.@Nullable BodySubscriber<T> lines;

	Exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
		this.request = request;
		this.handler = handler;
		this.body = read(request);
	}

	private static String read(HttpRequest request) {
		HttpResponse.BodySubscriber<String> text = HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
		request.bodyPublisher().orElseThrow().subscribe(new Flow.Subscriber<>() {

			@Override
			public void onSubscribe(Flow.Subscription subscription) {
				text.onSubscribe(subscription);
			}

			@Override
			public void onNext(ByteBuffer item) {
				text.onNext(List.of(item));
			}

			@Override
			public void onError(Throwable failure) {
				text.onError(failure);
			}

			@Override
			public void onComplete() {
				text.onComplete();
			}

		});
		return text.getBody().toCompletableFuture().join();
	}

	CompletableFuture<HttpResponse<T>> response() {
		return this.response;
	}

	String host() {
		return this.request.uri().getHost();
	}

	String path() {
		return this.request.uri().getPath().substring("/v3/".length());
	}

	String body() {
		return this.body;
	}

	boolean isStream() {
		return path().equals("watch");
	}

	boolean isOver() {
		return this.response.isDone();
	}

	void begin(Wire on) {
		this.wire = on;
		on.send(this);
	}

	void answer(EtcdAnswer answer) {
		HttpResponse.BodySubscriber<T> taken = subscribe(answer.status());
		taken.onNext(List.of(ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8))));
		complete(taken, answer.status());
	}

	void line(String line) {
		HttpResponse.BodySubscriber<T> taken = this.lines;
		if (taken == null) {
			taken = subscribe(OK);
			this.lines = taken;
		}
		if (!line.isEmpty()) {
			taken.onNext(List.of(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8))));
		}
		else {
			complete(taken, OK);
			abandon();
		}
	}

	private HttpResponse.BodySubscriber<T> subscribe(int status) {
		HttpResponse.BodySubscriber<T> taken = this.handler.apply(new Info(status));
		taken.onSubscribe(new Flow.Subscription() {

			@Override
			public void request(long number) {
			}

			@Override
			public void cancel() {
				abandon();
			}

		});
		return taken;
	}

	private void complete(HttpResponse.BodySubscriber<T> taken, int status) {
		taken.onComplete();
		taken.getBody()
			.whenComplete((read, failure) -> this.response.complete(new Answered<>(status, read, this.request)));
	}

	void fail(IOException failure) {
		HttpResponse.BodySubscriber<T> taken = this.lines;
		if (taken != null) {
			taken.onError(failure);
		}
		this.response.completeExceptionally(failure);
	}

	private void abandon() {
		Wire on = this.wire;
		this.wire = null;
		if (on != null) {
			on.abandon();
		}
	}

	/**
	 * To be cancelled.
	 */
	private final class Response extends CompletableFuture<HttpResponse<T>> {

		@Override
		public boolean cancel(boolean interrupt) {
			boolean cancelled = super.cancel(interrupt);
			if (cancelled) {
				abandon();
			}
			return cancelled;
		}

	}

	private record Info(int statusCode) implements HttpResponse.ResponseInfo {

		@Override
		public HttpHeaders headers() {
			return HttpHeaders.of(Map.of(), (name, value) -> true);
		}

		@Override
		public HttpClient.Version version() {
			return HttpClient.Version.HTTP_1_1;
		}

	}

	private record Answered<T>(int statusCode, T body, HttpRequest request) implements HttpResponse<T> {

		@Override
		public Optional<HttpResponse<T>> previousResponse() {
			return Optional.empty();
		}

		@Override
		public HttpHeaders headers() {
			return new Info(this.statusCode).headers();
		}

		@Override
		public Optional<SSLSession> sslSession() {
			return Optional.empty();
		}

		@Override
		public URI uri() {
			return this.request.uri();
		}

		@Override
		public HttpClient.Version version() {
			return HttpClient.Version.HTTP_1_1;
		}

	}

}
