package io.github.lockstarter.aspect;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.key.LockedMethod;

/**
 * Warns, once per method, of blocking locked methods on threads that must not block.
 */
public final class EventLoopWarning {

	/**
	 * Without Reactor.
	 */
	public static final EventLoopWarning NONE = new EventLoopWarning(() -> false);

	private static final Logger logger = LoggerFactory.getLogger(EventLoopWarning.class);

	private final BooleanSupplier onEventLoop;

	private final Set<LockedMethod> warned = ConcurrentHashMap.newKeySet();

	public EventLoopWarning(BooleanSupplier onEventLoop) {
		this.onEventLoop = onEventLoop;
	}

	void check(LockedMethod method) {
		if (this.onEventLoop.getAsBoolean() && this.warned.add(method)) {
			logger.warn(method + " is called on a thread that must not block, such as an event loop, and blocks it "
					+ "while it waits for its lock. Return a Mono, a Flux or a CompletionStage, or call the method on "
					+ "a thread that may block");
		}
	}

}
