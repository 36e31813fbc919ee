package io.github.lockstarter.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.slf4j.LoggerFactory;

/**
 * Gives a test method what the product logs while it runs, as a parameter of type
 * {@link CapturedLog}.
 */
public class LogCapture implements BeforeEachCallback, AfterEachCallback, ParameterResolver {

	private final CapturedLog log = new CapturedLog();

	@Override
	public void beforeEach(ExtensionContext context) {
		this.log.events.clear();
		this.log.start();
		logger().addAppender(this.log);
	}

	@Override
	public void afterEach(ExtensionContext context) {
		logger().detachAppender(this.log);
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == CapturedLog.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return this.log;
	}

	private static Logger logger() {
		return (Logger) LoggerFactory.getLogger("io.github.lockstarter");
	}

	/**
	 * Level, message and stack trace of each event, one after the other.
	 */
	public static final class CapturedLog extends AppenderBase<ILoggingEvent> implements CharSequence {

		private final Queue<String> events = new ConcurrentLinkedQueue<>();

		@Override
		protected void append(ILoggingEvent event) {
			this.events.add(event.getLevel() + " " + event.getFormattedMessage() + ((event.getThrowableProxy() != null)
					? "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy()) : ""));
		}

		@Override
		public int length() {
			return toString().length();
		}

		@Override
		public char charAt(int index) {
			return toString().charAt(index);
		}

		@Override
		public CharSequence subSequence(int start, int end) {
			return toString().subSequence(start, end);
		}

		@Override
		public String toString() {
			return this.events.stream().collect(Collectors.joining("\n"));
		}

	}

}
