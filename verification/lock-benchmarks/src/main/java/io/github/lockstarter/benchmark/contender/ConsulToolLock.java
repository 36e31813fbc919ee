package io.github.lockstarter.benchmark.contender;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import io.github.lockstarter.test.ConsulMembers;

/**
 * Consul's own tool: {@code consul lock}, which runs a program under a lock. Here that is
 * a shell that says when it runs, and ends when the caller releases the lock.
 */
final class ConsulToolLock implements Contender {

	private static final String HELD = "held";

	private final String address;

	ConsulToolLock(Endpoint endpoint) {
		this.address = endpoint.httpAddress();
	}

	@Override
	public Runnable acquire(String name) {
		String program = ConsulMembers.program().orElseThrow().toString();
		try {
			Process tool = new ProcessBuilder(program, "lock", "-http-addr=" + this.address, "-pass-stdin",
					"-shell=false", "tool/" + name.replace(':', '-'), "sh", "-c", "echo " + HELD + "; read end")
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			BufferedReader output = new BufferedReader(
					new InputStreamReader(tool.getInputStream(), StandardCharsets.UTF_8));
			String line = output.readLine();
			while (!HELD.equals(line)) {
				if (line == null) {
					throw new IllegalStateException("consul lock has ended");
				}
				line = output.readLine();
			}
			return () -> end(tool);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void end(Process tool) {
		try {
			tool.getOutputStream().close();
			tool.waitFor();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
	}

}
