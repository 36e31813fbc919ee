package io.github.lockstarter.consul;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The notifications of an instance.
 */
final class Told implements LockStore.Listener {

	private final BlockingQueue<PushMessage> messages = new LinkedBlockingQueue<>();

	private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

	PushMessage next() {
		try {
			PushMessage message = this.messages.poll(120, TimeUnit.SECONDS);
			assertThat(message).isNotNull();
			return message;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	BlockingQueue<String> taken() {
		return this.taken;
	}

	@Override
	public void onHandOff(PushMessage message) {
		this.messages.add(message);
	}

	@Override
	public void onSubscribed() {
	}

	@Override
	public void onTaken(String id) {
		this.taken.add(id);
	}

}
