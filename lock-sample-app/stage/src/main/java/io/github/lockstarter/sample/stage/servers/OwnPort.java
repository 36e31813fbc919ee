package io.github.lockstarter.sample.stage.servers;

import java.net.URI;

import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Directs the application's calls to the services that each server provides itself: their
 * addresses contain {@code server.port}, which is replaced by the actual port if it is 0.
 */
@Component
class OwnPort implements RestClientCustomizer {

	private final ServerDirectory directory;

	OwnPort(ServerDirectory directory) {
		this.directory = directory;
	}

	@Override
	public void customize(RestClient.Builder http) {
		http.requestInterceptor((request, body, execution) -> execution.execute(
				(request.getURI().getPort() == 0) ? new Redirected(request, this.directory.self().port()) : request,
				body));
	}

	private static final class Redirected extends HttpRequestWrapper {

		private final int port;

		Redirected(HttpRequest request, int port) {
			super(request);
			this.port = port;
		}

		@Override
		public URI getURI() {
			return UriComponentsBuilder.fromUri(super.getURI()).port(this.port).build(true).toUri();
		}

	}

}
