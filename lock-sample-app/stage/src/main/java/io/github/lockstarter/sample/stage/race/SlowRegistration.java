package io.github.lockstarter.sample.stage.race;

import java.time.Duration;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.registration.User;

/**
 * Makes a registration as slow as a real one between its lookup and its write, where it
 * would check an address, hash a password or call another system. The lock protects
 * against what other servers do meanwhile.
 */
@Aspect
@Component
public class SlowRegistration {

	private final ThinkTime thinkTime;

	SlowRegistration(ObjectProvider<ThinkTime> thinkTime,
			@Value("${sample.registration.think-time}") Duration duration) {
		this.thinkTime = thinkTime.getIfAvailable(() -> (userName) -> sleep(duration, userName));
	}

	@Before("execution(* io.github.lockstarter.sample.app.registration.UserStore.save(*)) && args(user)")
	void betweenLookUpAndWrite(User user) {
		this.thinkTime.pass(user.userName());
	}

	private static void sleep(Duration duration, String userName) {
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while registering " + userName, ex);
		}
	}

	/**
	 * The time between the lookup and the write. A bean of this type replaces
	 * {@code sample.registration.think-time}.
	 */
	@FunctionalInterface
	public interface ThinkTime {

		void pass(String userName);

	}

}
