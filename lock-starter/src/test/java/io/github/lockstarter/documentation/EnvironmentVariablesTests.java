package io.github.lockstarter.documentation;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.StreamUtils;

import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.redis.autoconfigure.RedisLockProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The environment variables that the documents name set the properties that they mean.
 */
@Tag("any-jdk")
class EnvironmentVariablesTests {

	private static final Pattern VARIABLE = Pattern.compile("\\b(?:DISTRIBUTED_?LOCK|SPRING)_[A-Z_]+\\b");

	@Test
	void everyVariableIsAProperty() throws IOException, JSONException {
		Set<String> properties = propertiesOfSpringBoot();
		Properties.ofAllModules().forEach((name) -> properties.add(Properties.PREFIX + name));
		Set<String> variables = properties.stream()
			.map((name) -> name.toUpperCase(Locale.ROOT).replace("-", "").replace('.', '_'))
			.collect(Collectors.toSet());
		Set<String> documented = Documents.forUsers()
			.stream()
			.flatMap((document) -> VARIABLE.matcher(Documents.text(document.file())).results())
			.map(MatchResult::group)
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(documented).hasSizeGreaterThan(10).isSubsetOf(variables);
	}

	private static Set<String> propertiesOfSpringBoot() throws IOException, JSONException {
		Set<String> found = new TreeSet<>();
		for (URL file : Collections.list(EnvironmentVariablesTests.class.getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json"))) {
			JSONArray properties = new JSONObject(StreamUtils.copyToString(file.openStream(), StandardCharsets.UTF_8))
				.getJSONArray("properties");
			for (int i = 0; i < properties.length(); i++) {
				found.add(properties.getJSONObject(i).getString("name"));
			}
		}
		return found;
	}

	@Test
	void variablesAreBound() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
					new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
							Map.of("DISTRIBUTEDLOCK_WAITTIME", "7s", "DISTRIBUTEDLOCK_STORE", "redis",
									"DISTRIBUTEDLOCK_REDIS_QUORUM_NODES", "redis://a:1,redis://b:2,redis://c:3",
									"ORDERS_WAIT", "2s")));
		ConfigurationPropertySources.attach(environment);
		Binder binder = Binder.get(environment);
		LockProperties properties = binder.bind("distributed-lock", LockProperties.class).get();
		assertThat(properties.getWaitTime()).isEqualTo(Duration.ofSeconds(7));
		assertThat(binder.bind("distributed-lock.redis", RedisLockProperties.class).get().getQuorum().getNodes())
			.containsExactly("redis://a:1", "redis://b:2", "redis://c:3");
		assertThat(environment.getProperty("distributed-lock.store")).isEqualTo("redis");
		assertThat(environment.resolvePlaceholders("${orders.wait}")).isEqualTo("2s");
	}

}
