package io.github.lockstarter.sample.stage.servers;

import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Hands lines on, as many as come.
 */
final class LineSubscriber implements Flow.Subscriber<String> {

	private final Consumer<String> line;

	LineSubscriber(Consumer<String> line) {
		this.line = line;
	}

	@Override
	public void onSubscribe(Flow.Subscription subscription) {
		subscription.request(Long.MAX_VALUE);
	}

	@Override
	public void onNext(String item) {
		if (!item.isEmpty()) {
			this.line.accept(item);
		}
	}

	@Override
	public void onError(Throwable ex) {
		// the future of the response tells it
	}

	@Override
	public void onComplete() {
		// the future of the response tells it
	}

}
