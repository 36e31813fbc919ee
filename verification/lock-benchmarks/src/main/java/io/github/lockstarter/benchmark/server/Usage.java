package io.github.lockstarter.benchmark.server;

/**
 * What Redis has used, by its own INFO.
 *
 * @param cpuMicros CPU time, user and system, in microseconds
 * @param bytesIn bytes received
 * @param bytesOut bytes sent
 * @param seconds when, on the clock of this JVM
 */
public record Usage(double cpuMicros, double bytesIn, double bytesOut, double seconds) {

	/**
	 * What was used in between.
	 * @param earlier the usage before
	 * @return the difference
	 */
	public Usage since(Usage earlier) {
		return new Usage(this.cpuMicros - earlier.cpuMicros, this.bytesIn - earlier.bytesIn,
				this.bytesOut - earlier.bytesOut, this.seconds - earlier.seconds);
	}

}
