package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.shipping.ShippingService;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A message is delivered five times, to both servers, inside the idempotency window, and
 * once after it. Guarded: with the lock and its minimum hold; otherwise the consumer is
 * called without the proxy that acquires the lock.
 */
@RestController
class RepeatedMessage implements Scenario {

	private static final int WINDOW_MILLIS = 3000;

	private final ShippingService unlocked;

	RepeatedMessage(ShippingService shipping) {
		this.unlocked = (ShippingService) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(shipping));
	}

	@Override
	public String name() {
		return "repeated-message";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String order = scene.fresh("order");
		String path = (guarded ? "" : "/unlocked") + "/shipments/" + order;
		List<Server> servers = List.of(scene.there(), scene.here());
		long began = scene.millis();
		for (int delivery = 1; delivery <= 5; delivery++) {
			deliver(scene, servers.get(delivery % 2), path, "delivery " + delivery + " of " + order);
			scene.pass(150);
		}
		long parcels = scene.send(scene.here(), "GET", "/shipments/" + order).join().body().path("parcels").asLong(-1);
		if (parcels < 1) {
			throw new IllegalStateException("Nothing was shipped, and nothing is lost: the broker delivers it again.");
		}
		if (guarded && parcels == 1) {
			scene.pass(Math.max(0, began + WINDOW_MILLIS + 500 - scene.millis()));
			deliver(scene, scene.there(), path, "one more, after the window of 3 s");
			scene.verdict(true, "5 deliveries inside the window, 1 parcel. "
					+ "After the window the lock does not help: there the consumer needs a record of what it has done.");
		}
		else {
			scene.verdict(parcels == 1, "5 deliveries, " + parcels + " parcels for one order.");
		}
	}

	private static void deliver(Scene scene, Server server, String path, String what) {
		Answer answer = scene.send(server, "POST", path).join();
		scene.say(server, what + ": " + switch (answer.status()) {
			case 201 -> "ships parcel " + answer.body().path("parcel").asLong(0);
			case 200 -> "a repetition, skipped";
			default -> answer.words();
		});
	}

	@PostMapping("/unlocked/shipments/{order}")
	@ResponseStatus(HttpStatus.CREATED)
	Map<String, Object> deliverWithoutLock(@PathVariable String order) {
		return Map.of("order", order, "parcel", this.unlocked.ship(order).orElseThrow());
	}

}
