package io.github.lockstarter.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.springframework.util.StreamUtils;

/**
 * The properties of the starter, as the metadata in its jar has them.
 */
final class Properties {

	static final String PREFIX = "distributed-lock.";

	private Properties() {
	}

	/**
	 * Names without the prefix, and defaults; "none" where there is none.
	 */
	static Map<String, String> ofTheMetadata() {
		Map<String, String> found = new TreeMap<>();
		try {
			for (URL file : Collections
				.list(Properties.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
				JSONArray properties = new JSONObject(
						StreamUtils.copyToString(file.openStream(), StandardCharsets.UTF_8))
					.getJSONArray("properties");
				for (int i = 0; i < properties.length(); i++) {
					add(found, properties.getJSONObject(i));
				}
			}
			return found;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (JSONException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void add(Map<String, String> found, JSONObject property) throws JSONException {
		String name = property.getString("name");
		if (name.startsWith(PREFIX)) {
			found.put(name.substring(PREFIX.length()),
					property.has("defaultValue") ? property.getString("defaultValue") : "none");
		}
	}

}
