package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;

/**
 * Threads of the JVM that repeat at once what an instance repeats every few seconds, so
 * that a test need not wait for its heartbeats.
 */
final class HurriedRuntime {

	private static final long PAUSE_MILLIS = 20;

	private HurriedRuntime() {
	}

	/**
	 * Makes one.
	 * @param clock what the instance reads the time from
	 */
	static LockRuntime of(LockClock clock) {
		LockRuntime threads = new ThreadRuntime(clock);
		return proxy(LockRuntime.class, threads, (made) -> (made instanceof ScheduledExecutorService scheduler)
				? proxy(ScheduledExecutorService.class, scheduler, UnaryOperator.identity()) : made);
	}

	private static <T> T proxy(Class<T> type, T target, UnaryOperator<Object> after) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				Object[] values = arguments;
				if (method.getName().equals("scheduleWithFixedDelay")) {
					values = new Object[] { arguments[0], 0L, PAUSE_MILLIS, TimeUnit.MILLISECONDS };
				}
				try {
					return after.apply(method.invoke(target, values));
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			}));
	}

}
