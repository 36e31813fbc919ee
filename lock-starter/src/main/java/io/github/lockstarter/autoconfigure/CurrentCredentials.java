package io.github.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import io.github.lockstarter.store.Credentials;

/**
 * The credentials of now, which may be rotated while the application runs. Several
 * sources may have them: the first one that has other credentials than at the start of
 * the application is right, and until there is one, the first of all. Safe for any number
 * of threads.
 */
public final class CurrentCredentials implements Supplier<Credentials> {

	private final Credentials initial;

	private final List<Source> sources = new ArrayList<>();

	private CurrentCredentials(Supplier<Credentials> first) {
		this.initial = first.get();
		this.sources.add(new Source(first, this.initial));
	}

	/**
	 * Those of one source, which is asked now and each time that a connection is made.
	 * @param first the source
	 * @return the credentials
	 */
	public static CurrentCredentials of(Supplier<Credentials> first) {
		return new CurrentCredentials(first);
	}

	/**
	 * Those of properties. What is bound to them keeps the values of the start, unless
	 * something binds it again; the environment has those of now.
	 * @param bound has what is bound to the properties
	 * @param environment has the properties
	 * @param prefix what is before {@code .username} and {@code .password}
	 * @return the credentials
	 */
	public static CurrentCredentials ofProperties(Supplier<Credentials> bound, Environment environment, String prefix) {
		CurrentCredentials current = of(bound);
		Supplier<@Nullable Credentials> read = () -> read(environment, prefix);
		current.sources.add(new Source(read, read.get()));
		return current;
	}

	/**
	 * Adds a source that began with the same credentials as the first one.
	 * @param other the source, which may have none for now
	 * @return this
	 */
	public CurrentCredentials orElse(Supplier<@Nullable Credentials> other) {
		this.sources.add(new Source(other, this.initial));
		return this;
	}

	/**
	 * Adds a source if it has the same credentials as the first one now: otherwise it is
	 * about another server.
	 * @param other the source, which may have none for now
	 * @return this
	 */
	public CurrentCredentials orElseIfSame(Supplier<@Nullable Credentials> other) {
		Credentials same = other.get();
		if (Objects.equals(this.initial, (same != null) ? same : new Credentials(null, null))) {
			this.sources.add(new Source(other, same));
		}
		return this;
	}

	private static @Nullable Credentials read(Environment environment, String prefix) {
		Binder binder = Binder.get(environment);
		String username = binder.bind(prefix + ".username", String.class).orElse(null);
		String password = binder.bind(prefix + ".password", String.class).orElse(null);
		return (username != null || password != null) ? new Credentials(username, password) : null;
	}

	@Override
	public Credentials get() {
		return this.sources.stream().map(Source::rotated).filter(Objects::nonNull).findFirst().orElse(this.initial);
	}

	/**
	 * Where credentials come from.
	 *
	 * @param now gives those of now
	 * @param initial those of the start
	 */
	private record Source(Supplier<? extends @Nullable Credentials> now, @Nullable Credentials initial) {

		@Nullable Credentials rotated() {
			Credentials current = this.now.get();
			return Objects.equals(current, this.initial) ? null : current;
		}

	}

}
