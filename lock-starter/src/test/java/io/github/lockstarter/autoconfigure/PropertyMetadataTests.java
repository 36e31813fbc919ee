package io.github.lockstarter.autoconfigure;

import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.StreamUtils;

import io.github.lockstarter.redis.autoconfigure.RedisLockProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an editor shows to someone who types {@code distributed-lock.}.
 */
class PropertyMetadataTests {

	private static final String PREFIX = "distributed-lock.";

	private static final Map<String, JSONObject> PROPERTIES = new TreeMap<>();

	private static final Set<String> STORES = new TreeSet<>();

	@BeforeAll
	static void read() throws Exception {
		for (URL file : Collections
			.list(LockProperties.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
			JSONObject metadata = new JSONObject(StreamUtils.copyToString(file.openStream(), StandardCharsets.UTF_8));
			JSONArray properties = metadata.getJSONArray("properties");
			for (int i = 0; i < properties.length(); i++) {
				add(properties.getJSONObject(i));
			}
			JSONArray hints = metadata.optJSONArray("hints");
			for (int i = 0; hints != null && i < hints.length(); i++) {
				addStores(hints.getJSONObject(i));
			}
		}
	}

	private static void add(JSONObject property) throws JSONException {
		String name = property.getString("name");
		if (name.startsWith(PREFIX)) {
			assertThat(PROPERTIES.put(name.substring(PREFIX.length()), property)).as(name + " twice").isNull();
		}
	}

	private static void addStores(JSONObject hint) throws JSONException {
		if (hint.getString("name").equals(PREFIX + "store")) {
			JSONArray values = hint.getJSONArray("values");
			for (int i = 0; i < values.length(); i++) {
				STORES.add(values.getJSONObject(i).getString("value"));
			}
		}
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			enabled,                   java.lang.Boolean,  true
			store,                     java.lang.String,
			key-prefix,                java.lang.String,   lock
			wait-time,                 java.time.Duration, 3s
			lease-time,                java.time.Duration, 30s
			max-hold,                  java.time.Duration,
			command-timeout,           java.time.Duration, 1s
			start-timeout,             java.time.Duration, 5s
			hand-off.lease,            java.time.Duration, 2s
			hand-off.confirm,          java.lang.Boolean,  false
			poll-interval,             java.time.Duration, 2s
			fence-retention,           java.time.Duration, 1m
			cohort.max-passes,         java.lang.Integer,  16
			cohort.max-time,           java.time.Duration, 50ms
			shutdown-timeout,          java.time.Duration, 20s
			aspect.order,              java.lang.Integer,  2147483547
			aspect.warn-open-in-view,  java.lang.Boolean,  true
			release,                   io.github.lockstarter.ReleaseMode, confirmed
			release-after-transaction, java.lang.Boolean,  true
			hash-names,                java.lang.Boolean,  false
			metrics.enabled,           java.lang.Boolean,  true
			metrics.max-names,         java.lang.Integer,  100
			observations.enabled,      java.lang.Boolean,  true
			health.down-on-outage,     java.lang.Boolean,  false
			redis.restart-delay,       java.time.Duration,
			redis.quorum.nodes,        java.util.List<java.lang.String>,
			redis.min-replicas,        java.lang.Integer,  0
			redis.replica-timeout,     java.time.Duration, 200ms
			""")
	void everyPropertyIsDescribed(String name, String type, String defaultValue) throws JSONException {
		assertThat(PROPERTIES).containsKey(name);
		JSONObject property = PROPERTIES.get(name);
		assertThat(property.getString("type")).isEqualTo(type);
		assertThat(property.optString("defaultValue", null)).isEqualTo(defaultValue);
		assertThat(property.getString("description")).hasSizeGreaterThan(20).endsWith(".");
	}

	@Test
	void thereAreNoOtherProperties() {
		assertThat(PROPERTIES).hasSize(28);
	}

	@Test
	void storesThatAreProposedAreThoseWhoseArtifactsAreKnown() {
		assertThat(STORES).containsExactlyInAnyOrderElementsOf(Arrays.stream(StoreChoice.artifacts().split(", "))
			.map((store) -> store.replaceAll(" .*", ""))
			.toList());
	}

	@Test
	void statedDefaultsAreTheRealOnes() {
		Map<String, Object> stated = new LinkedHashMap<>();
		PROPERTIES.forEach((name, property) -> {
			if (property.has("defaultValue")) {
				stated.put(PREFIX + name, property.opt("defaultValue"));
			}
		});
		Binder binder = new Binder(new MapConfigurationPropertySource(stated));
		assertThat(binder.bind("distributed-lock", LockProperties.class).get()).usingRecursiveComparison()
			.isEqualTo(new LockProperties());
		assertThat(binder.bind("distributed-lock", ObservabilityProperties.class).get()).usingRecursiveComparison()
			.isEqualTo(new ObservabilityProperties());
		assertThat(binder.bind("distributed-lock.redis", RedisLockProperties.class).orElseGet(RedisLockProperties::new))
			.usingRecursiveComparison()
			.isEqualTo(new RedisLockProperties());
	}

}
