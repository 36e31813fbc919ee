package io.github.lockstarter.benchmark;

/**
 * One of several JVMs that want the same lock. Says "ready", waits for a line, runs the
 * load, says how many pairs per second.
 */
public final class JvmWorker {

	private JvmWorker() {
	}

	/**
	 * Runs the worker.
	 * @param args contender, host, port, lock name, threads, seconds
	 * @throws Exception if the load fails
	 */
	public static void main(String[] args) throws Exception {
		try (Contender contender = Contenders.open(args[0], args[1], Integer.parseInt(args[2]))) {
			int threads = Integer.parseInt(args[4]);
			double seconds = Double.parseDouble(args[5]);
			Load.pairsPerSecond(contender, threads, (i) -> "warm-up:" + ProcessHandle.current().pid(), 1);
			System.out.println("ready");
			System.in.read();
			System.out.println(Load.pairsPerSecond(contender, threads, (i) -> args[3], seconds));
		}
		System.exit(0);
	}

}
