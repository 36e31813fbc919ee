package io.github.lockstarter.simulation.client;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.world.World;
import io.github.lockstarter.store.PushMessage;

/**
 * A connection for messages.
 */
final class MessageConnection implements Consumer<PushMessage> {

	private final SimulatedStore store;

	private boolean subscribed;

	private boolean open = true;

	private long last;

	MessageConnection(SimulatedStore store) {
		this.store = store;
	}

	boolean isSubscribed() {
		return this.subscribed;
	}

	void open(@Nullable MessageConnection former) {
		World world = this.store.world;
		String client = this.store.clientId;
		world.after(this.store.server.process(), this.store.network.delay(), () -> {
			if (!this.open) {
				return;
			}
			this.store.server.subscribe(client, this);
			world.after(this.store.process, this.store.network.delay(), () -> {
				if (this.open && this.store.running) {
					this.subscribed = true;
					this.store.messages = this;
					this.store.listener.onSubscribed();
					if (former != null) {
						former.close();
					}
				}
			});
		});
	}

	@Override
	public void accept(PushMessage message) {
		if (!this.open || this.store.network.losesMessage() || this.store.world.now() < this.store.deafUntil) {
			return;
		}
		this.last = Math.max(this.last + 1, this.store.world.now() + this.store.network.delay());
		this.store.world.at(this.store.process, this.last, () -> {
			if (this.open && this.store.running) {
				this.store.listener.onHandOff(named(message));
			}
		});
	}

	private static PushMessage named(PushMessage message) {
		return new PushMessage(message.kind(), message.id(), message.time(), message.firstToken(), message.lastToken(),
				message.millis(), SimulatedStore.KEY_PREFIX + ":" + message.key());
	}

	void close() {
		this.open = false;
		this.store.server.unsubscribe(this.store.clientId, this);
	}

	void cut(boolean noticed) {
		if (!this.open) {
			return;
		}
		this.open = false;
		this.subscribed = false;
		World world = this.store.world;
		String client = this.store.clientId;
		world.after(null, noticed ? this.store.network.delay() : 5_000_000_000L,
				() -> this.store.server.unsubscribe(client, this));
		world.after(this.store.process, this.store.network.reconnect(), () -> {
			if (this.store.running && this.store.messages == this) {
				new MessageConnection(this.store).open(null);
			}
		});
	}

}
