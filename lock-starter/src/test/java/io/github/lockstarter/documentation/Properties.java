package io.github.lockstarter.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;
import org.springframework.util.StreamUtils;

/**
 * The properties of the starter, as the metadata in its jar has them.
 */
final class Properties {

	static final String PREFIX = "distributed-lock.";

	private static final Pattern OF_A_STORE = Pattern
		.compile("@ConfigurationProperties\\(\"distributed-lock\\.(jdbc|zookeeper|etcd|consul)\"\\)");

	private static final Pattern FIELD = Pattern.compile("\\n\tprivate [^=(;]*?(\\w+)(?: =[^;]*)?;");

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

	/**
	 * Names without the prefix, of the starter and of the stores in other modules: those
	 * are built later, so their sources are read.
	 */
	static Set<String> ofAllModules() {
		Set<String> found = new TreeSet<>(ofTheMetadata().keySet());
		for (Path file : Documents.sources()) {
			String text = Documents.text(file);
			Matcher type = OF_A_STORE.matcher(text);
			if (type.find()) {
				FIELD.matcher(text)
					.results()
					.forEach((field) -> found.add(type.group(1) + "." + kebab(field.group(1))));
			}
		}
		return found;
	}

	private static String kebab(String name) {
		return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
	}

	private static void add(Map<String, String> found, JSONObject property) throws JSONException {
		String name = property.getString("name");
		if (name.startsWith(PREFIX)) {
			found.put(name.substring(PREFIX.length()),
					property.has("defaultValue") ? property.getString("defaultValue") : "none");
		}
	}

}
