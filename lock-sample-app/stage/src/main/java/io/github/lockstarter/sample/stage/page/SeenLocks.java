package io.github.lockstarter.sample.stage.page;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Remembers which lock names were used recently on any server, because a store describes
 * single locks only; noted in memory and shared twice a second, so that observation slows
 * no lock down.
 */
@Component
class SeenLocks implements LockObserver {

	private static final String PREFIX = "sample:lock-names:";

	private static final int MOST = 20;

	private static final Duration LATELY = Duration.ofMinutes(5);

	private final SharedData data;

	private final Map<String, Long> seen = new ConcurrentHashMap<>();

	private volatile boolean changed;

	private volatile List<String> known = List.of();

	SeenLocks(SharedData data) {
		this.data = data;
	}

	// At most twenty names of the last five minutes, latest first.
	List<String> names() {
		this.known = this.data.keys(PREFIX)
			.stream()
			.flatMap((key) -> this.data.value(key).stream())
			.flatMap(String::lines)
			.map(Seen::of)
			.filter(Seen::isOfLate)
			.sorted(Seen.LATEST_FIRST)
			.map(Seen::name)
			.distinct()
			.limit(MOST)
			.toList();
		return this.known;
	}

	// As of the last poll of the store, without I/O.
	List<String> known() {
		return this.known;
	}

	void note(String name) {
		this.seen.put(name, System.currentTimeMillis());
		this.changed = true;
	}

	@Override
	public void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
		note(attempt.name());
	}

	@Override
	public void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
		note(attempt.name());
	}

	@Scheduled(fixedDelay = 500)
	void share() {
		if (!this.changed) {
			return;
		}
		this.changed = false;
		List<Seen> all = this.seen.entrySet()
			.stream()
			.map((entry) -> new Seen(entry.getKey(), entry.getValue()))
			.sorted(Seen.LATEST_FIRST)
			.toList();
		// unless it was used again meanwhile
		all.stream().skip(MOST).forEach((old) -> this.seen.remove(old.name(), old.millis()));
		try {
			this.data.put(PREFIX + ProcessHandle.current().pid(),
					all.stream().limit(MOST).map(Seen::line).collect(Collectors.joining("\n")), LATELY);
		}
		catch (DataAccessException ex) {
			// shared when the store is back
			this.changed = true;
		}
	}

	private record Seen(String name, long millis) {

		private static final Comparator<Seen> LATEST_FIRST = Comparator.comparingLong(Seen::millis).reversed();

		private static Seen of(String line) {
			int space = line.indexOf(' ');
			return new Seen(URLDecoder.decode(line.substring(space + 1), StandardCharsets.UTF_8),
					Long.parseLong(line.substring(0, space)));
		}

		private String line() {
			return this.millis + " " + URLEncoder.encode(this.name, StandardCharsets.UTF_8);
		}

		private boolean isOfLate() {
			return this.millis > System.currentTimeMillis() - LATELY.toMillis();
		}

	}

}
