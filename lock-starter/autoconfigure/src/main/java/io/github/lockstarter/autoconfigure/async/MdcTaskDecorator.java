package io.github.lockstarter.autoconfigure.async;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.task.TaskDecorator;

class MdcTaskDecorator implements TaskDecorator {

	@Override
	public Runnable decorate(Runnable task) {
		@Nullable Map<String, String> captured = MDC.getCopyOfContextMap();
		return () -> {
			@Nullable Map<String, String> before = MDC.getCopyOfContextMap();
			set(captured);
			try {
				task.run();
			}
			finally {
				set(before);
			}
		};
	}

	private static void set(@Nullable Map<String, String> context) {
		if (context != null) {
			MDC.setContextMap(context);
		}
		else {
			MDC.clear();
		}
	}

}
