package io.github.lockstarter.sample.stage.race;

import java.time.Duration;

import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.app.registration.User;

/**
 * Makes a registration take as long as a real one, between its look-up and its write:
 * there it would check an address, hash a password, ask another system. Everything that
 * may happen meanwhile on another server is what the lock is about.
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
	 * What a registration does between its look-up and its write. A bean of this type
	 * stands in for {@code sample.registration.think-time}.
	 */
	@FunctionalInterface
	public interface ThinkTime {

		/**
		 * Passes the time, on the thread of the registration.
		 * @param userName who is being registered
		 */
		void pass(String userName);

	}

}
