package io.github.lockstarter.proof.campaign;

import java.nio.file.Path;
import java.util.Random;

import io.github.lockstarter.proof.fault.ClientTarget;
import io.github.lockstarter.test.FaultProxy;

/**
 * A place for a client: a way to Redis, and the process that uses it. When that is killed
 * another one takes its place, under a name of its own.
 */
final class ClientSlot implements ClientTarget {

	private final String prefix;

	private final CampaignSettings settings;

	private final FaultProxy proxy;

	private final int resourcePort;

	private final Path directory;

	private final Random seeds;

	private volatile ClientProcess process;

	private volatile long formerOperations;

	private int generation;

	ClientSlot(int number, CampaignSettings settings, FaultProxy proxy, int resourcePort, Path directory) {
		this.prefix = "client" + number;
		this.settings = settings;
		this.proxy = proxy;
		this.resourcePort = resourcePort;
		this.directory = directory;
		this.seeds = new Random(settings.seed() * 31 + number);
		this.process = launch();
	}

	private ClientProcess launch() {
		return new ClientProcess(this.prefix + "g" + this.generation++, this.settings, this.proxy.port(),
				this.resourcePort, this.directory, this.seeds.nextLong());
	}

	ClientProcess process() {
		return this.process;
	}

	FaultProxy proxy() {
		return this.proxy;
	}

	long operations() {
		return this.formerOperations + this.process.operations();
	}

	@Override
	public String name() {
		return this.process.name();
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
	public boolean replace() throws InterruptedException {
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
	public boolean stepClock(long millis) throws InterruptedException {
		return this.process.stepClock(millis);
	}

}
