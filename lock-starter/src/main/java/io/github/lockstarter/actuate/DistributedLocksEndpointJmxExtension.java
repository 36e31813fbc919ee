package io.github.lockstarter.actuate;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * What the endpoint answers over JMX, where a name is one text and not the parts of a
 * path, and an answer is a map.
 */
@EndpointJmxExtension(endpoint = DistributedLocksEndpoint.class)
public class DistributedLocksEndpointJmxExtension {

	private final DistributedLocksEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 */
	public DistributedLocksEndpointJmxExtension(DistributedLocksEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * The holder of a lock. Asks the store.
	 * @param name the full lock name
	 * @return the lock, free or held
	 */
	@ReadOperation
	public LockDescriptor lock(String name) {
		return this.endpoint.lock(name);
	}

	/**
	 * Takes a lock away from the holder with that fencing token, and from nobody else.
	 * @param name the full lock name
	 * @param token the fencing token of the holder
	 * @return {@code released}: whether that holder had it
	 */
	@DeleteOperation
	public Map<String, Boolean> release(String name, Long token) {
		return Map.of("released", this.endpoint.release(new String[] { name }, token));
	}

}
