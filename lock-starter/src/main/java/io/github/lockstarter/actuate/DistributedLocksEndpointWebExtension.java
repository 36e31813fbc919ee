package io.github.lockstarter.actuate;

import java.util.Map;
import java.util.function.Supplier;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import io.github.lockstarter.LockUnavailableException;

/**
 * What the endpoint answers over HTTP: 503 where the store cannot be asked; 204 for a
 * lock that was taken away, 404 for one that is free, 409 for one that another holds.
 */
@EndpointWebExtension(endpoint = DistributedLocksEndpoint.class)
public class DistributedLocksEndpointWebExtension {

	private static final int CONFLICT = 409;

	private final DistributedLocksEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 */
	public DistributedLocksEndpointWebExtension(DistributedLocksEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Who holds a lock.
	 * @param name the full lock name, which may have slashes
	 * @return the lock
	 */
	@ReadOperation
	public WebEndpointResponse<Object> lock(@Selector(match = Selector.Match.ALL_REMAINING) String... name) {
		return orUnavailable(() -> new WebEndpointResponse<>(this.endpoint.lock(name)));
	}

	/**
	 * Takes a lock away from the holder with that fencing token, and from nobody else.
	 * @param name the full lock name, which may have slashes
	 * @param token the fencing token of the holder
	 * @return nothing, or who holds the lock
	 */
	@DeleteOperation
	public WebEndpointResponse<Object> release(@Selector(match = Selector.Match.ALL_REMAINING) String[] name,
			long token) {
		return orUnavailable(() -> {
			if (this.endpoint.release(name, token)) {
				return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
			}
			LockDescriptor now = this.endpoint.lock(name);
			return new WebEndpointResponse<>(now, now.held() ? CONFLICT : WebEndpointResponse.STATUS_NOT_FOUND);
		});
	}

	private static WebEndpointResponse<Object> orUnavailable(Supplier<WebEndpointResponse<Object>> answer) {
		try {
			return answer.get();
		}
		catch (LockUnavailableException ex) {
			return new WebEndpointResponse<>(Map.of("name", ex.getLockName(), "error", String.valueOf(ex.getMessage())),
					WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

}
