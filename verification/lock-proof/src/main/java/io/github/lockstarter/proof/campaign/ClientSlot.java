package io.github.lockstarter.proof.campaign;

import java.util.List;
import java.util.Random;

import io.github.lockstarter.proof.fault.ClientTarget;
import io.github.lockstarter.proof.workload.ClientArguments;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.test.FaultProxy;

/**
 * A place for a client: its ways to Redis, and the process that uses it. When that is
 * killed another one takes its place, under a name of its own. It is told one thing at a
 * time.
 */
final class ClientSlot implements ClientTarget {

	// Of its clock, or of its locks, on a busy machine.
	private static final long ANSWER_SECONDS = 20;

	private final String place;

	private final CampaignSettings settings;

	private final ClientArguments arguments;

	private final List<FaultProxy> proxies;

	private final Random seeds;

	private volatile ClientProcess process;

	private volatile long formerOperations;

	private int generation;

	ClientSlot(String place, CampaignSettings settings, ClientArguments arguments, List<FaultProxy> proxies) {
		this.place = place;
		this.settings = settings;
		this.arguments = arguments;
		this.proxies = proxies;
		this.seeds = new Random(settings.seed() * 31 + place.hashCode());
		this.process = launch();
	}

	private ClientProcess launch() {
		String name = this.place + "g" + this.generation++;
		return new ClientProcess(name, this.settings.classPath(),
				this.arguments.with(Name.CLIENT, name)
					.with(Name.HISTORY, this.settings.directory().resolve(name + ".history"))
					.with(Name.SEED, this.seeds.nextLong()),
				this.settings.directory());
	}

	ClientProcess process() {
		return this.process;
	}

	/**
	 * Its ways to the servers, if they can be disturbed.
	 */
	List<FaultProxy> proxies() {
		return this.proxies;
	}

	long operations() {
		return this.formerOperations + this.process.operations();
	}

	@Override
	public String name() {
		return this.process.name();
	}

	@Override
	public String place() {
		return this.place;
	}

	@Override
	public boolean pause() {
		return this.process.pause();
	}

	@Override
	public void resume() {
		this.process.resume();
	}

	@Override
	public synchronized boolean replace() throws InterruptedException {
		ClientProcess former = this.process;
		boolean alive = former.isAlive();
		former.kill();
		this.formerOperations += former.operations();
		this.process = launch();
		this.process.awaitReady();
		this.process.say("go");
		return alive && !former.isDone();
	}

	@Override
	public synchronized boolean stopAndStart() throws InterruptedException {
		return this.process.ask("restart", ANSWER_SECONDS);
	}

	@Override
	public synchronized boolean stepClock(long millis) throws InterruptedException {
		return this.process.ask("step " + millis, ANSWER_SECONDS);
	}

}
