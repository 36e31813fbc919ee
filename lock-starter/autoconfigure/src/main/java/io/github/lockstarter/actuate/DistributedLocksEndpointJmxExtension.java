package io.github.lockstarter.actuate;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * The endpoint over JMX, where a name is one text instead of path segments, and a result
 * is a map.
 */
@EndpointJmxExtension(endpoint = DistributedLocksEndpoint.class)
public class DistributedLocksEndpointJmxExtension {

	private final DistributedLocksEndpoint endpoint;

	public DistributedLocksEndpointJmxExtension(DistributedLocksEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	@ReadOperation
	public LockDescriptor lock(String name) {
		return this.endpoint.lock(name);
	}

	@DeleteOperation
	public Map<String, Boolean> release(String name, Long token) {
		return Map.of("released", this.endpoint.release(new String[] { name }, token));
	}

}
