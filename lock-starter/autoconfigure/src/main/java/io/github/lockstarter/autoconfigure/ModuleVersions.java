package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Collections;
import java.util.HashSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.store.LockStartException;

/**
 * The versions of the engine, of this module and of the stores, from the manifests of
 * their jars. Modules of different versions were never tested together: they use internal
 * types of each other, so that a call could fail at any time.
 *
 * @param known the version of each module whose version is known; classes in a folder
 * have none
 */
record ModuleVersions(SortedMap<String, String> known) {

	private static final Logger logger = LoggerFactory.getLogger(ModuleVersions.class);

	private static final String REGISTRATION = "META-INF/spring/" + ConditionalOnLockStore.class.getName() + ".imports";

	private static final String MANIFEST = "META-INF/MANIFEST.MF";

	private static final String OF_THIS_PROJECT = "io.github.lockstarter.";

	static ModuleVersions of(ClassLoader classLoader) {
		SortedMap<String, String> known = new TreeMap<>();
		add(known, LockTemplate.class.getPackage());
		add(known, ModuleVersions.class.getPackage());
		try {
			for (URL registration : Collections.list(classLoader.getResources(REGISTRATION))) {
				add(known, manifestBeside(registration));
			}
		}
		catch (IOException ex) {
			logger.debug("The versions of the lock stores cannot be read, and are not compared", ex);
		}
		return new ModuleVersions(Collections.unmodifiableSortedMap(known));
	}

	private static void add(SortedMap<String, String> known, Package module) {
		add(known, module.getImplementationTitle(), module.getImplementationVersion());
	}

	// The store of another project has versions of its own.
	private static void add(SortedMap<String, String> known, Attributes manifest) {
		String name = manifest.getValue("Automatic-Module-Name");
		if (name != null && name.startsWith(OF_THIS_PROJECT)) {
			add(known, manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE),
					manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION));
		}
	}

	private static void add(SortedMap<String, String> known, @Nullable String title, @Nullable String version) {
		if (title != null && version != null) {
			known.put(title, version);
		}
	}

	private static Attributes manifestBeside(URL registration) {
		String place = registration.toString();
		if (!place.endsWith(REGISTRATION)) {
			return new Attributes();
		}
		try {
			// the handler of the first one knows nested jars
			URL manifest = new URL(registration, place.substring(0, place.length() - REGISTRATION.length()) + MANIFEST);
			URLConnection connection = manifest.openConnection();
			connection.setUseCaches(false);
			try (InputStream input = connection.getInputStream()) {
				return new Manifest(input).getMainAttributes();
			}
		}
		catch (IOException ex) {
			logger.debug("The version of the lock store of {} cannot be read, and is not compared", place, ex);
			return new Attributes();
		}
	}

	void check() {
		if (new HashSet<>(this.known.values()).size() > 1) {
			String found = this.known.entrySet()
				.stream()
				.map((module) -> module.getKey() + " " + module.getValue())
				.collect(Collectors.joining(", "));
			throw new LockStartException("The modules of the distributed locks have different versions: " + found,
					"Import io.github.lockstarter:lock-spring-boot-bom, which gives all of them one version, and give "
							+ "none of them a version of its own. \"mvn dependency:tree\" shows where they come from.");
		}
	}

	static final class Check implements ImportBeanDefinitionRegistrar {

		private final ModuleVersions versions;

		Check(ClassLoader classLoader) {
			this.versions = ModuleVersions.of(classLoader);
		}

		@Override
		public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
			this.versions.check();
		}

	}

}
