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
 * Credentials from several sources, which may be rotated at run time. Thread-safe.
 */
public final class CurrentCredentials implements Supplier<Credentials> {

	private final Credentials initial;

	private final List<Source> sources = new ArrayList<>();

	private CurrentCredentials(Supplier<Credentials> first) {
		this.initial = first.get();
		this.sources.add(new Source(first, this.initial));
	}

	// the source is read now and for each connection
	public static CurrentCredentials of(Supplier<Credentials> first) {
		return new CurrentCredentials(first);
	}

	// bound objects keep the values of the start, the environment has the current ones
	public static CurrentCredentials ofProperties(Supplier<Credentials> bound, Environment environment, String prefix) {
		CurrentCredentials current = of(bound);
		Supplier<@Nullable Credentials> read = () -> read(environment, prefix);
		current.sources.add(new Source(read, read.get()));
		return current;
	}

	// for a source that had the same credentials as the first one at startup
	public CurrentCredentials orElse(Supplier<@Nullable Credentials> other) {
		this.sources.add(new Source(other, this.initial));
		return this;
	}

	// a source with other credentials belongs to another server
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

	private record Source(Supplier<? extends @Nullable Credentials> now, @Nullable Credentials initial) {

		@Nullable Credentials rotated() {
			Credentials current = this.now.get();
			return Objects.equals(current, this.initial) ? null : current;
		}

	}

}
