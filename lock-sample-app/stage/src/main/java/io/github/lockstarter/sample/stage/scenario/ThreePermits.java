package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.NeedsModes;
import io.github.lockstarter.sample.app.export.ExportService;
import io.github.lockstarter.sample.stage.scenario.Visits.Visit;
import io.github.lockstarter.sample.stage.servers.Server;

/**
 * Eight exports at once on two servers, of which three may run at a time. Guarded: with
 * three permits; otherwise the exporter is called without the proxy that acquires them.
 */
@RestController
@NeedsModes
class ThreePermits implements Scenario {

	private static final int EXPORTS = 8;

	private static final int PERMITS = 3;

	private final ExportService unlocked;

	ThreePermits(ExportService exports) {
		this.unlocked = (ExportService) Objects.requireNonNull(AopProxyUtils.getSingletonTarget(exports));
	}

	@Override
	public String name() {
		return "three-permits";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String tenant = scene.fresh("tenant");
		String path = (guarded ? "" : "/unlocked") + "/exports/" + tenant + "?pauseMillis=500";
		List<Server> servers = List.of(scene.here(), scene.there());
		scene.say("", EXPORTS + " exports of " + tenant + " begin, on both servers; each takes half a second");
		Visits visits = new Visits(scene);
		CompletableFuture<Visit> last = CompletableFuture.failedFuture(new IllegalStateException());
		for (int number = 1; number <= EXPORTS; number++) {
			last = visits.send(servers.get(number % 2), "export " + number, "POST", path);
		}
		if (guarded) {
			scene.await("export:" + tenant, (held) -> held.holders() == PERMITS && held.waiters() > 0, last)
				.ifPresent((held) -> scene.say("",
						"the " + PERMITS + " permits are on " + held.server() + "; others wait: " + held.waiters()));
		}
		List<Visit> all = visits.awaitAll();
		if (all.size() < EXPORTS) {
			throw new IllegalStateException("Not all visitors were let in.");
		}
		long most = Visits.mostAtOnce(all);
		scene.verdict(most <= PERMITS,
				(most <= PERMITS) ? EXPORTS + " exports on two servers, never more than " + PERMITS + " at once."
						: most + " of " + EXPORTS + " exports at once, where " + PERMITS + " are allowed.");
	}

	@PostMapping("/unlocked/exports/{tenant}")
	Map<String, Object> exportWithoutPermit(@PathVariable String tenant) {
		return Map.of("tenant", tenant, "file", this.unlocked.export(tenant));
	}

}
