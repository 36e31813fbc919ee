package io.github.lockstarter.actuate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.StringUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockUnavailableException;

/**
 * The endpoint over HTTP. Status 400: the path has no lock name; 503: the store cannot be
 * asked; 204: the lock was taken away; 404: it is free; 409: it has another holder.
 */
@EndpointWebExtension(endpoint = DistributedLocksEndpoint.class)
public class DistributedLocksEndpointWebExtension {

	private static final int CONFLICT = 409;

	// Attributes of Spring MVC; by name, because a reactive application does not have it.
	private static final String MAPPING = "org.springframework.web.servlet.HandlerMapping.";

	private final DistributedLocksEndpoint endpoint;

	public DistributedLocksEndpointWebExtension(DistributedLocksEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	@ReadOperation
	public WebEndpointResponse<Object> lock(@Selector(match = Selector.Match.ALL_REMAINING) String... name) {
		return answer(name, (lock) -> new WebEndpointResponse<>(this.endpoint.lock(lock)));
	}

	@DeleteOperation
	public WebEndpointResponse<Object> release(@Selector(match = Selector.Match.ALL_REMAINING) String[] name,
			long token) {
		return answer(name, (lock) -> {
			if (this.endpoint.release(new String[] { lock }, token)) {
				return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
			}
			LockDescriptor now = this.endpoint.lock(lock);
			return new WebEndpointResponse<>(now, now.held() ? CONFLICT : WebEndpointResponse.STATUS_NOT_FOUND);
		});
	}

	private static WebEndpointResponse<Object> answer(String[] name,
			Function<String, WebEndpointResponse<Object>> answer) {
		try {
			return answer.apply(String.join("/", whole(List.of(name))));
		}
		catch (InvalidLockKeyException ex) {
			return new WebEndpointResponse<>(Map.of("error", String.valueOf(ex.getMessage())),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		catch (LockUnavailableException ex) {
			return new WebEndpointResponse<>(Map.of("name", ex.getLockName(), "error", String.valueOf(ex.getMessage())),
					WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

	// Spring Boot drops empty path segments, such as that behind a slash at the end,
	// which would name another lock.
	private static List<String> whole(List<String> parts) {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		if (request == null) {
			return parts;
		}
		String path = text(request.getAttribute(MAPPING + "pathWithinHandlerMapping", RequestAttributes.SCOPE_REQUEST));
		String pattern = text(request.getAttribute(MAPPING + "bestMatchingPattern", RequestAttributes.SCOPE_REQUEST));
		String before = pattern.substring(0, pattern.lastIndexOf('/') + 1);
		if (!path.startsWith(before)) {
			return parts;
		}
		List<String> all = new ArrayList<>();
		for (String part : path.substring(before.length()).split("/", -1)) {
			all.add(StringUtils.uriDecode(part, StandardCharsets.UTF_8));
		}
		return all;
	}

	private static String text(@Nullable Object attribute) {
		return (attribute instanceof String text) ? text : "";
	}

}
