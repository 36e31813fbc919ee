package io.github.lockstarter.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.proof.campaign.Campaign;
import io.github.lockstarter.proof.campaign.CampaignResult;
import io.github.lockstarter.proof.campaign.CampaignSettings;
import io.github.lockstarter.proof.campaign.Conditions;
import io.github.lockstarter.proof.campaign.Size;
import io.github.lockstarter.proof.checker.Checker;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryReader;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.Listeners;
import io.github.lockstarter.proof.workload.Messages;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Several;
import io.github.lockstarter.proof.workload.Shares;
import io.github.lockstarter.proof.workload.Tasks;

/**
 * Runs one campaign with settings from the command line: for a failing seed, for one kind
 * of fault.
 */
public final class Proof {

	private Proof() {
	}

	/**
	 * Runs a campaign. It ends with status 1 if a promise was broken.
	 * @param args words of the form name=value: seed, seconds, operations, faults, kinds
	 * (separated by commas, or "none"), mix, lasting, faces, tasks, several, shares,
	 * release, messages, foreign, listeners, directory, threads, locks, rest (of a target
	 * between two faults), store (redis, jdbc, zookeeper, etcd, consul), standby (of
	 * jdbc: asynchronous, synchronous), pooler (before jdbc), quorum (the number of
	 * masters), cluster (the same), min-replicas (of a cluster, 0 or 1), sentinel,
	 * restart-delay; judge=DIRECTORY only judges the histories of a run
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		Map<String, String> words = Arrays.stream(args)
			.map((word) -> (word.contains("=") ? word : word + "=").split("=", 2))
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1], (one, other) -> other, LinkedHashMap::new));
		Servers servers = Servers.of(words);
		if (words.containsKey("judge")) {
			judge(Path.of(words.get("judge")), servers);
			return;
		}
		long seed = Long
			.parseLong(words.getOrDefault("seed", "" + ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE)));
		Path directory = Campaign.directory(Path.of(words.getOrDefault("directory", "target/proof")),
				"seed-" + seed + "-");
		CampaignSettings settings = CampaignSettings.of(seed, directory)
			.until(Long.parseLong(words.getOrDefault("operations", "0")),
					Integer.parseInt(words.getOrDefault("faults", "0")),
					Duration.ofSeconds(Long.parseLong(words.getOrDefault("seconds", "30"))))
			.with(kinds(words.getOrDefault("kinds", "all")))
			.under(conditions(words, Conditions.of(seed)))
			.mix(Mix.valueOf(words.getOrDefault("mix", "mixed").toUpperCase(Locale.ROOT)))
			.in(servers, Servers.masters(words))
			.size(Size.of(servers).with(words));
		System.out.println("Seed " + seed + ", histories in " + directory);
		CampaignResult result = new Campaign(settings, System.out::println).run();
		System.out.println(result.summary());
		System.exit((result.violationCount() > 0) ? 1 : 0);
	}

	/**
	 * Judges the histories of a run once more.
	 */
	private static void judge(Path directory, Servers servers) {
		try {
			Checker.check(HistoryReader.read(directory), Campaign.bounds(servers), Campaign.scope(servers))
				.forEach(System.out::println);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What the seed has decided, and what the words say instead.
	 */
	private static Conditions conditions(Map<String, String> words, Conditions decided) {
		Conditions conditions = decided;
		if (words.containsKey("lasting")) {
			String kind = words.get("lasting");
			conditions = conditions.lasting(kind.equals("none") ? null : FaultKind.valueOf(kind));
		}
		if (words.containsKey("faces")) {
			conditions = conditions.faces(Faces.valueOf(words.get("faces")));
		}
		if (words.containsKey("tasks")) {
			conditions = conditions.tasks(Tasks.valueOf(words.get("tasks")));
		}
		if (words.containsKey("shares")) {
			conditions = conditions.shares(Shares.valueOf(words.get("shares")));
		}
		if (words.containsKey("several")) {
			conditions = conditions.several(Several.valueOf(words.get("several")));
		}
		if (words.containsKey("release")) {
			conditions = conditions.release(ReleaseMode.valueOf(words.get("release")));
		}
		if (words.containsKey("messages")) {
			conditions = conditions.messages(Messages.valueOf(words.get("messages")));
		}
		if (words.containsKey("foreign")) {
			conditions = conditions.foreign(Foreign.valueOf(words.get("foreign")));
		}
		if (words.containsKey("listeners")) {
			conditions = conditions.listeners(Listeners.valueOf(words.get("listeners")));
		}
		return conditions;
	}

	private static Set<FaultKind> kinds(String words) {
		return switch (words) {
			case "all" -> EnumSet.allOf(FaultKind.class);
			case "none" -> EnumSet.noneOf(FaultKind.class);
			default -> Arrays.stream(words.split(","))
				.map(FaultKind::valueOf)
				.collect(Collectors.toCollection(() -> EnumSet.noneOf(FaultKind.class)));
		};
	}

}
