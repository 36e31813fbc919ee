package io.github.lockstarter.benchmark.jvm;

import java.util.concurrent.ThreadFactory;

/**
 * Virtual threads, where this Java has them: 21 and later.
 */
final class VirtualThreads {

	private VirtualThreads() {
	}

	static ThreadFactory factory() throws ReflectiveOperationException {
		Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
		return (ThreadFactory) Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
	}

}
