package io.github.lockstarter.autoconfigure;

import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.store.Credentials;

import static org.assertj.core.api.Assertions.assertThat;

class CurrentCredentialsTests {

	private static final Credentials FIRST = new Credentials("app", "first");

	private static final Credentials SECOND = new Credentials("app", "second");

	private static final Credentials THIRD = new Credentials("app", "third");

	private final AtomicReference<Credentials> one = new AtomicReference<>(FIRST);

	private final AtomicReference<Credentials> other = new AtomicReference<>();

	private final MockEnvironment environment = new MockEnvironment().withProperty("locks.username", "app")
		.withProperty("locks.password", "first");

	@Test
	void sourceIsAskedEachTime() {
		CurrentCredentials current = CurrentCredentials.of(this.one::get);
		assertThat(current.get()).isEqualTo(FIRST);
		this.one.set(SECOND);
		assertThat(current.get()).isEqualTo(SECOND);
		this.one.set(THIRD);
		assertThat(current.get()).isEqualTo(THIRD);
	}

	@Test
	void sourceThatChangesIsRightWhereTheFirstOneDoesNot() {
		CurrentCredentials current = CurrentCredentials.of(this.one::get).orElse(this.other::get);
		this.other.set(FIRST);
		assertThat(current.get()).isEqualTo(FIRST);
		this.other.set(SECOND);
		assertThat(current.get()).isEqualTo(SECOND);
		this.one.set(THIRD);
		assertThat(current.get()).as("both do").isEqualTo(THIRD);
	}

	@Test
	void propertiesAreReadEachTime() {
		CurrentCredentials current = CurrentCredentials.ofProperties(this.one::get, this.environment, "locks");
		assertThat(current.get()).isEqualTo(FIRST);
		this.environment.setProperty("locks.password", "second");
		assertThat(current.get()).isEqualTo(SECOND);
	}

	@Test
	void whatWasBoundToOtherValuesStaysUntilThePropertiesChange() {
		this.one.set(THIRD);
		CurrentCredentials current = CurrentCredentials.ofProperties(this.one::get, this.environment, "locks");
		assertThat(current.get()).isEqualTo(THIRD);
		this.environment.setProperty("locks.password", "second");
		assertThat(current.get()).isEqualTo(SECOND);
	}

	@Test
	void passwordIsNoPartOfTheText() {
		assertThat(FIRST).hasToString("app");
	}

}
