package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;

/**
 * What a campaign does. It ends when it has done enough of everything, or when its time
 * is over.
 *
 * @param library the library under test
 * @param seed decides requests and faults
 * @param clients how many client JVMs
 * @param threads how many threads in each
 * @param locks how many lock names
 * @param operations how many operations are enough
 * @param faults how many faults are enough
 * @param time how long it may take, without the start and the check
 * @param kinds the kinds of fault, empty for none
 * @param mix the mix of requests
 * @param clockStopsWhileSuspended whether a stopped client's monotonic clock stops too
 * @param classPath the class path of the clients
 * @param directory where histories go; it must be empty
 */
public record CampaignSettings(String library, long seed, int clients, int threads, int locks, long operations,
		int faults, Duration time, Set<FaultKind> kinds, String mix, boolean clockStopsWhileSuspended, String classPath,
		Path directory) {

	/**
	 * The settings of a campaign with all faults on the starter.
	 * @param seed the seed
	 * @param directory where histories go
	 * @return three clients of 32 threads on fourteen locks
	 */
	public static CampaignSettings of(long seed, Path directory) {
		return new CampaignSettings("starter", seed, 3, 32, 14, 0, 0, Duration.ofSeconds(30),
				EnumSet.allOf(FaultKind.class), "mixed", seed % 2 == 0, System.getProperty("java.class.path"),
				directory);
	}

	/**
	 * Changes how much is enough.
	 * @param operations how many operations
	 * @param faults how many faults
	 * @param time how long it may take
	 * @return changed settings
	 */
	public CampaignSettings until(long operations, int faults, Duration time) {
		return new CampaignSettings(this.library, this.seed, this.clients, this.threads, this.locks, operations, faults,
				time, this.kinds, this.mix, this.clockStopsWhileSuspended, this.classPath, this.directory);
	}

	/**
	 * Changes the kinds of fault.
	 * @param kinds the kinds
	 * @return changed settings
	 */
	public CampaignSettings with(Set<FaultKind> kinds) {
		return new CampaignSettings(this.library, this.seed, this.clients, this.threads, this.locks, this.operations,
				this.faults, this.time, kinds, this.mix, this.clockStopsWhileSuspended, this.classPath, this.directory);
	}

	/**
	 * Changes the library.
	 * @param library its name
	 * @return changed settings
	 */
	public CampaignSettings on(String library) {
		return new CampaignSettings(library, this.seed, this.clients, this.threads, this.locks, this.operations,
				this.faults, this.time, this.kinds, this.mix, this.clockStopsWhileSuspended, this.classPath,
				this.directory);
	}

	/**
	 * Puts classes and scripts before those of the clients.
	 * @param front a directory
	 * @return changed settings
	 */
	public CampaignSettings inFront(Path front) {
		return new CampaignSettings(this.library, this.seed, this.clients, this.threads, this.locks, this.operations,
				this.faults, this.time, this.kinds, this.mix, this.clockStopsWhileSuspended,
				front + System.getProperty("path.separator") + this.classPath, this.directory);
	}

	/**
	 * Changes how a stopped client's monotonic clock behaves.
	 * @param stops whether it stops too
	 * @return changed settings
	 */
	public CampaignSettings clockStops(boolean stops) {
		return new CampaignSettings(this.library, this.seed, this.clients, this.threads, this.locks, this.operations,
				this.faults, this.time, this.kinds, this.mix, stops, this.classPath, this.directory);
	}

	/**
	 * Changes the mix of requests.
	 * @param mix "mixed", "long" for many bodies that need renewals, "overstay" for many
	 * that are longer than their fixed lease
	 * @return changed settings
	 */
	public CampaignSettings mix(String mix) {
		return new CampaignSettings(this.library, this.seed, this.clients, this.threads, this.locks, this.operations,
				this.faults, this.time, this.kinds, mix, this.clockStopsWhileSuspended, this.classPath, this.directory);
	}

}
