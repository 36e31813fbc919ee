package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Messages;
import io.github.lockstarter.proof.workload.Mix;
import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.proof.workload.Shares;
import io.github.lockstarter.proof.workload.SuspendedClock;
import io.github.lockstarter.proof.workload.Timing;

/**
 * What a campaign does. It ends when it has done enough of everything, or when its time
 * is over. Not changed once it is made: each change gives other settings.
 */
public final class CampaignSettings implements Cloneable {

	private final long seed;

	private final Path directory;

	private Size size = Size.of(Servers.ONE);

	private long operations;

	private int faults;

	private Duration time = Duration.ofSeconds(30);

	private Set<FaultKind> kinds = EnumSet.allOf(FaultKind.class);

	private Mix mix = Mix.MIXED;

	private Conditions conditions;

	private SuspendedClock clock;

	private Servers servers = Servers.ONE;

	private int masters = 1;

	private String classPath = System.getProperty("java.class.path");

	private CampaignSettings(long seed, Path directory) {
		this.seed = seed;
		this.directory = directory;
		this.conditions = Conditions.of(seed);
		this.clock = (seed % 2 == 0) ? SuspendedClock.STOPS : SuspendedClock.GOES_ON;
	}

	/**
	 * The settings of a campaign with all faults on the starter, under conditions that
	 * the seed decides: three clients of 32 threads on fourteen locks, and one that only
	 * holds and waits.
	 * @param seed decides requests, faults and conditions
	 * @param directory where histories go; it must be empty
	 * @return the settings
	 */
	public static CampaignSettings of(long seed, Path directory) {
		return new CampaignSettings(seed, directory);
	}

	private CampaignSettings copy() {
		try {
			return (CampaignSettings) clone();
		}
		catch (CloneNotSupportedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Changes how much is enough.
	 * @param operations how many operations
	 * @param faults how many faults
	 * @param time how long it may take, without the start and the check
	 * @return changed settings
	 */
	public CampaignSettings until(long operations, int faults, Duration time) {
		CampaignSettings changed = copy();
		changed.operations = operations;
		changed.faults = faults;
		changed.time = time;
		return changed;
	}

	/**
	 * Changes the kinds of fault, those that may last included.
	 * @param kinds the kinds, empty for none
	 * @return changed settings
	 */
	public CampaignSettings with(Set<FaultKind> kinds) {
		CampaignSettings changed = copy();
		changed.kinds = kinds.isEmpty() ? EnumSet.noneOf(FaultKind.class) : EnumSet.copyOf(kinds);
		return changed;
	}

	/**
	 * Changes what is the same for the whole run.
	 * @param conditions the conditions
	 * @return changed settings
	 */
	public CampaignSettings under(Conditions conditions) {
		CampaignSettings changed = copy();
		changed.conditions = conditions;
		return changed;
	}

	/**
	 * Changes what the clients keep their locks in.
	 * @param servers what it is
	 * @param masters how many masters it has
	 * @return changed settings
	 */
	public CampaignSettings in(Servers servers, int masters) {
		CampaignSettings changed = copy();
		changed.servers = servers;
		changed.masters = masters;
		changed.size = Size.of(servers);
		return changed;
	}

	/**
	 * Changes the size; {@link #in} makes it the usual one.
	 * @param size the size
	 * @return changed settings
	 */
	public CampaignSettings size(Size size) {
		CampaignSettings changed = copy();
		changed.size = size;
		return changed;
	}

	/**
	 * Puts classes and scripts before those of the clients.
	 * @param front a directory
	 * @return changed settings
	 */
	public CampaignSettings inFront(Path front) {
		CampaignSettings changed = copy();
		changed.classPath = front + System.getProperty("path.separator") + this.classPath;
		return changed;
	}

	/**
	 * Changes what the monotonic clock of a stopped client does.
	 * @param clock whether it stops too
	 * @return changed settings
	 */
	public CampaignSettings clock(SuspendedClock clock) {
		CampaignSettings changed = copy();
		changed.clock = clock;
		return changed;
	}

	/**
	 * Changes the mix of requests of those clients that do not only hold and wait.
	 * @param mix the mix
	 * @return changed settings
	 */
	public CampaignSettings mix(Mix mix) {
		CampaignSettings changed = copy();
		changed.mix = mix;
		return changed;
	}

	public long seed() {
		return this.seed;
	}

	public Size size() {
		return this.size;
	}

	public long operations() {
		return this.operations;
	}

	public int faults() {
		return this.faults;
	}

	public Duration time() {
		return this.time;
	}

	public Set<FaultKind> kinds() {
		return this.kinds;
	}

	public Mix mix() {
		return this.mix;
	}

	/**
	 * What is the same for the whole run: of a fault that lasts only what is among the
	 * kinds, of the others what the servers allow.
	 * @return the conditions
	 */
	public Conditions conditions() {
		boolean lasts = this.servers == Servers.ONE
				&& this.conditions.lastingFault().filter(this.kinds::contains).isPresent();
		Conditions theirs = lasts ? this.conditions : this.conditions.lasting(null);
		return switch (this.servers) {
			case ONE, UNHURRIED -> theirs;
			case CONFIRMED -> theirs.messages(Messages.CONFIRMED);
			case DELAYED, CLUSTER, SENTINEL, DATABASE, POOLED_DATABASE, ASYNCHRONOUS_STANDBY, SYNCHRONOUS_STANDBY,
					ENSEMBLE, ETCD, CONSUL ->
				theirs.messages(Messages.DATED);
			// they grant a lock to one holder
			case QUORUM, ROLLING -> theirs.messages(Messages.DATED).shares(Shares.NEVER);
		};
	}

	public Servers servers() {
		return this.servers;
	}

	public int masters() {
		return this.masters;
	}

	/**
	 * The settings of a client.
	 * @param place its name, or its place
	 * @return the settings
	 */
	Timing timing(String place) {
		return this.servers.timing(place);
	}

	/**
	 * For how long a server does not count for a client after a start: a lease, of a
	 * quorum the longest of all clients, and what the seconds in which Redis tells its
	 * age are rounded by.
	 */
	long delayMillis(String place) {
		long lease = this.servers.isQuorum()
				? Math.max(this.servers.busy().leaseMillis(), this.servers.calm().leaseMillis())
				: timing(place).leaseMillis();
		return lease + 1_100;
	}

	public SuspendedClock clock() {
		return this.clock;
	}

	public String classPath() {
		return this.classPath;
	}

	public Path directory() {
		return this.directory;
	}

}
