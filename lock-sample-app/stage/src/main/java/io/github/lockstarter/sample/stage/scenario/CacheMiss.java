package io.github.lockstarter.sample.stage.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.data.SharedData;
import io.github.lockstarter.sample.app.price.PriceCache;
import io.github.lockstarter.sample.app.price.PriceClient;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * Twenty callers request a price that has just expired from the cache. Guarded: with the
 * lock around the refill. Each server also plays the supplier, which takes 400
 * milliseconds and counts its calls.
 */
@RestController
class CacheMiss implements Scenario {

	private static final int CALLERS = 20;

	private static final String ASKED = "sample:price-calls:";

	private final PriceCache cache;

	private final PriceClient supplier;

	private final SharedData data;

	CacheMiss(PriceCache cache, PriceClient supplier, SharedData data) {
		this.cache = cache;
		this.supplier = supplier;
		this.data = data;
	}

	@Override
	public String name() {
		return "cache-miss";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String article = scene.fresh("tea");
		String path = (guarded ? "" : "/unlocked") + "/prices/" + article;
		List<Server> servers = List.of(scene.here(), scene.there());
		scene.say(scene.here(), "the cache has no price for " + article + "; " + CALLERS
				+ " callers ask at once; the origin takes 400 ms for an answer");
		List<CompletableFuture<Answer>> calls = IntStream.range(0, CALLERS)
			.mapToObj((i) -> scene.send(servers.get(i % 2), "GET", path))
			.toList();
		List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();
		long served = answers.stream().filter((answer) -> answer.status() == 200).count();
		if (served == 0) {
			throw new IllegalStateException("No caller got a price: " + answers.get(0).words());
		}
		long slowest = answers.stream().mapToLong(Answer::millis).max().orElse(0);
		scene.say(scene.here(), served + " callers have their price, the slowest after " + slowest + " ms");
		String asked = this.data.value(ASKED + article).orElse("0");
		scene.verdict(asked.equals("1") && served == CALLERS, "The origin was asked "
				+ (asked.equals("1") ? "once" : asked + " times") + " for " + CALLERS + " callers.");
	}

	@GetMapping("/unlocked/prices/{article}")
	Map<String, Object> priceWithoutLock(@PathVariable String article) {
		long cents = this.cache.find(article).orElseGet(() -> this.cache.store(article, this.supplier.load(article)));
		return Map.of("article", article, "cents", cents);
	}

	@GetMapping("/supplier/prices/{article}")
	Map<String, Object> priceOfTheSupplier(@PathVariable String article) {
		this.data.increment(ASKED + article, Duration.ofHours(1));
		try {
			Thread.sleep(400);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return Map.of("article", article, "cents", 100 + Math.floorMod(article.hashCode(), 900));
	}

}
