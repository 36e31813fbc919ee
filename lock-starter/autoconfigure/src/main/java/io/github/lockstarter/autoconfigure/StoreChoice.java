package io.github.lockstarter.autoconfigure;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.LoggedText;

/**
 * The configured store, null if none is, and the stores on the class path.
 */
record StoreChoice(@Nullable String asked, SortedSet<String> found) {

	static final String REDIS = "redis";

	private static final String PROPERTY = "distributed-lock.store";

	private static final String SPRING_DATA = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

	private static final String LETTUCE = "io.lettuce.core.RedisClient";

	private static final Map<String, String> ARTIFACTS = new TreeMap<>(
			Map.of(REDIS, "io.github.lockstarter:lock-spring-boot-starter with Lettuce", "jdbc",
					"io.github.lockstarter:lock-spring-boot-starter-jdbc", "zookeeper",
					"io.github.lockstarter:lock-spring-boot-starter-zookeeper", "etcd",
					"io.github.lockstarter:lock-spring-boot-starter-etcd", "consul",
					"io.github.lockstarter:lock-spring-boot-starter-consul"));

	static StoreChoice of(Environment environment, @Nullable ClassLoader classLoader) {
		SortedSet<String> found = new TreeSet<>();
		ImportCandidates.load(ConditionalOnLockStore.class, classLoader).forEach(found::add);
		if (found.contains(REDIS) && !hasRedisClient(found.size() == 1, classLoader)) {
			found.remove(REDIS);
		}
		return new StoreChoice(asked(environment), Collections.unmodifiableSortedSet(found));
	}

	// Applications may exclude the client. Without Lettuce Redis can only be refused, so
	// any other store wins.
	private static boolean hasRedisClient(boolean alone, @Nullable ClassLoader classLoader) {
		return ClassUtils.isPresent(SPRING_DATA, classLoader) && (alone || ClassUtils.isPresent(LETTUCE, classLoader));
	}

	private static @Nullable String asked(Environment environment) {
		String asked = environment.getProperty(PROPERTY);
		return StringUtils.hasText(asked) ? asked.strip().toLowerCase(Locale.ROOT) : null;
	}

	// null if the configured store is missing, there is none, or several without a choice
	@Nullable String name() {
		if (this.asked != null) {
			return this.found.contains(this.asked) ? this.asked : null;
		}
		return (this.found.size() == 1) ? this.found.first() : null;
	}

	void checkRegistered(String name) {
		if (!name.equals(REDIS) && !this.found.contains(name)) { // its client may be
																	// excluded
			throw new IllegalStateException("The store '" + name + "' for distributed locks is not registered: write "
					+ "its name into META-INF/spring/" + ConditionalOnLockStore.class.getName() + ".imports");
		}
	}

	static void checkStillAsked(String built, Environment environment) {
		String asked = asked(environment);
		if (asked != null && !asked.equals(built)) {
			throw new LockStartException(
					PROPERTY + " is '" + LoggedText.of(asked) + "', but it was '" + built
							+ "' when this application was built, and is not read again",
					"Build it with the store that it must use, or set " + PROPERTY + "=" + built + ".");
		}
	}

	// No store at all is no error here: only beans that need locks fail.
	void check() {
		if (this.asked != null && !this.found.contains(this.asked)) {
			throw new LockStartException(
					PROPERTY + " is '" + LoggedText.of(this.asked)
							+ "', and there is no such store on the class path (found: " + foundText() + ")",
					remedy(this.asked));
		}
		if (this.asked == null && this.found.size() > 1) {
			throw new LockStartException(
					"There are several stores for distributed locks on the class path, and " + PROPERTY
							+ " does not say which of them keeps the locks: " + foundText(),
					"Set " + this.found.stream()
						.map((name) -> PROPERTY + "=" + name)
						.collect(Collectors.joining(" or "))
							+ ", the same for all instances that share locks. Or keep only one of them on the class path.");
		}
	}

	private String remedy(String missing) {
		String artifact = ARTIFACTS.get(missing);
		String add = (artifact != null) ? "Add " + artifact
				: "Use one of these names, and add its artifact: " + artifacts();
		return add + (this.found.isEmpty() ? "."
				: ". Or set " + PROPERTY + " to a store on the class path: " + String.join(", ", this.found) + ".");
	}

	private String foundText() {
		return this.found.isEmpty() ? "none" : String.join(", ", this.found);
	}

	static String artifacts() {
		return ARTIFACTS.entrySet()
			.stream()
			.map((store) -> store.getKey() + " (" + store.getValue() + ")")
			.collect(Collectors.joining(", "));
	}

	@Override
	public String toString() {
		return PROPERTY + ((this.asked != null) ? " is '" + LoggedText.of(this.asked) + "'" : " is not set")
				+ ", stores on the class path: " + foundText();
	}

}
