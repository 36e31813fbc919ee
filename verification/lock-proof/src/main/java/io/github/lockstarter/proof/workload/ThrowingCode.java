package io.github.lockstarter.proof.workload;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

import io.github.lockstarter.observer.LockObserver;

/**
 * Code of an application that throws: each {@link Foreign} kind of it.
 */
public final class ThrowingCode {

	// Of the attempts, of the events, and of the lines of the log.
	private static final int ONE_IN = 5;

	private final boolean throwing;

	private final Set<String> thrown = ConcurrentHashMap.newKeySet();

	private final AtomicLong events = new AtomicLong();

	private final AtomicLong lines = new AtomicLong();

	/**
	 * Creates the code of one application.
	 * @param foreign whether it throws
	 */
	public ThrowingCode(Foreign foreign) {
		this.throwing = foreign == Foreign.THROWS;
	}

	/**
	 * The log of this JVM throws as well, if this code does.
	 * @return to mend the log
	 */
	public Runnable breakLog() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		ThrowingLog log = new ThrowingLog();
		if (this.throwing) {
			context.addTurboFilter(log);
		}
		return () -> context.getTurboFilterList().remove(log);
	}

	/**
	 * A store sends a command of some attempts: the first of its kind may throw.
	 * @param command the command
	 * @param ids the attempts
	 */
	public void sending(String command, List<String> ids) {
		if (this.throwing) {
			ids.forEach((id) -> {
				if (Math.floorMod(id.hashCode(), ONE_IN) == 0 && this.thrown.add(command + id)) {
					throw new SeededError();
				}
			});
		}
	}

	/**
	 * Is told before other observers.
	 * @return the observer
	 */
	public LockObserver observer() {
		return (LockObserver) Proxy.newProxyInstance(LockObserver.class.getClassLoader(),
				new Class<?>[] { LockObserver.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "hashCode" -> System.identityHashCode(proxy);
					case "equals" -> proxy == arguments[0];
					case "toString" -> "an observer that throws";
					default -> {
						if (this.throwing && this.events.incrementAndGet() % ONE_IN == 0) {
							throw new SeededError();
						}
						yield null;
					}
				});
	}

	/**
	 * A log that throws where the locks warn of something.
	 */
	private final class ThrowingLog extends TurboFilter {

		@Override
		public FilterReply decide(Marker marker, Logger logger, Level level, String format, Object[] parameters,
				Throwable failure) {
			if (level.isGreaterOrEqual(Level.WARN) && logger.getName().startsWith("io.github.lockstarter")
					&& ThrowingCode.this.lines.incrementAndGet() % ONE_IN > 0) {
				throw new SeededError();
			}
			return FilterReply.NEUTRAL;
		}

	}

	/**
	 * What is thrown.
	 */
	public static final class SeededError extends Error {

		private static final long serialVersionUID = 1;

		SeededError() {
			super("of foreign code", null, false, false);
		}

	}

}
