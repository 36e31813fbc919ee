package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.NeedsModes;
import io.github.lockstarter.sample.app.catalog.CatalogService;
import io.github.lockstarter.sample.stage.scenario.Visits.Visit;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * Readers on both servers, a writer that arrives while they read, and readers that arrive
 * after it. Guarded: with the read/write lock; otherwise the catalog is called without
 * the proxy that acquires the lock.
 */
@RestController
@NeedsModes
class ReadersAndWriter implements Scenario {

	private static final String WRITER = "writer";

	private final CatalogService unlocked;

	ReadersAndWriter(CatalogService catalogs) {
		this.unlocked = (CatalogService) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(catalogs));
	}

	@Override
	public String name() {
		return "readers-and-writer";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String shop = scene.fresh("shop");
		String path = (guarded ? "" : "/unlocked") + "/catalogs/" + shop;
		Answer published = scene.send(scene.here(), "PUT", path + "?edition=1").join();
		if (published.status() != 204) {
			throw new IllegalStateException("The catalog cannot be published: " + published.words());
		}
		scene.say(scene.here(), "has published edition 1; readers take a second, for the names and then the prices");
		List<Server> servers = List.of(scene.here(), scene.there());
		Visits visits = new Visits(scene);
		CompletableFuture<Visit> reader = visits.send(scene.there(), "reader 1", "GET", path + "?pauseMillis=1000");
		for (int number = 2; number <= 4; number++) {
			visits.send(servers.get(number % 2), "reader " + number, "GET", path + "?pauseMillis=1000");
		}
		String lock = "catalog:" + shop;
		if (guarded) {
			long holders = servers.stream().distinct().count();
			scene.await(lock, (held) -> held.holders() >= holders, reader)
				.ifPresent((held) -> scene.say("",
						"readers on " + held.server() + " have the lock together (token " + held.fencingToken() + ")"));
		}
		scene.pass(200);
		CompletableFuture<Visit> writer = visits.send(scene.there(), WRITER, "PUT",
				path + "?edition=2&pauseMillis=500");
		if (guarded) {
			scene.await(lock, (held) -> held.waiters() > 0, writer)
				.ifPresent((held) -> scene.say(scene.there(), "wants to publish edition 2, and waits for the readers"));
		}
		else {
			scene.say(scene.there(), "publishes edition 2, first the names and half a second later the prices");
		}
		scene.pass(200);
		scene.say("", "two more readers come, one to each server" + (guarded ? ": behind the writer" : ""));
		visits.send(scene.here(), "reader 5", "GET", path + "?pauseMillis=500");
		visits.send(scene.there(), "reader 6", "GET", path + "?pauseMillis=500");
		conclude(scene, visits.awaitAll());
	}

	private static void conclude(Scene scene, List<Visit> all) {
		List<Visit> readers = all.stream().filter((visit) -> !visit.who().equals(WRITER)).toList();
		Stream<Visit> writers = all.stream().filter((visit) -> visit.who().equals(WRITER));
		boolean alone = writers.noneMatch((writer) -> readers.stream().anyMatch(writer::isBeside));
		long torn = readers.stream()
			.filter((visit) -> visit.answer().body().path("names").asInt(0) != visit.answer()
				.body()
				.path("prices")
				.asInt(0))
			.count();
		if (all.size() < 7) {
			throw new IllegalStateException("Not all visitors were let in.");
		}
		scene.verdict(
				alone && torn == 0, alone
						? Visits.mostAtOnce(readers) + " readers were inside together, and the writer alone. "
								+ readersThatSaw(torn)
						: "The writer was inside beside readers. " + readersThatSaw(torn));
	}

	private static String readersThatSaw(long torn) {
		return ((torn == 0) ? "No reader" : torn + " of 6 readers")
				+ " saw the names of one edition with the prices of another.";
	}

	@GetMapping("/unlocked/catalogs/{shop}")
	CatalogService.Catalog readWithoutLock(@PathVariable String shop) {
		return this.unlocked.read(shop);
	}

	@PutMapping("/unlocked/catalogs/{shop}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void publishWithoutLock(@PathVariable String shop, @RequestParam int edition) {
		this.unlocked.publish(shop, edition);
	}

}
