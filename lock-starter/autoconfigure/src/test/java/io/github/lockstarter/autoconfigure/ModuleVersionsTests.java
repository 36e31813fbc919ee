package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.store.LockStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Modules of two versions stop the start of an application.
 */
class ModuleVersionsTests {

	@TempDir
	private Path directory;

	@Test
	void modulesOfOneVersionBelongTogether() {
		assertThatCode(versions(Map.of("lock-engine", "1.2.0", "lock-store-jdbc", "1.2.0"))::check)
			.doesNotThrowAnyException();
	}

	@Test
	void modulesOfTwoVersionsAreRefusedWithBothAndTheBom() {
		assertThatExceptionOfType(LockStartException.class)
			.isThrownBy(versions(Map.of("lock-engine", "1.2.0", "lock-spring-boot-autoconfigure", "1.2.0",
					"lock-store-jdbc", "1.3.0"))::check)
			.withMessageContaining("different versions: lock-engine 1.2.0, lock-spring-boot-autoconfigure 1.2.0, "
					+ "lock-store-jdbc 1.3.0")
			.satisfies((failure) -> assertThat(failure.getAction())
				.contains("io.github.lockstarter:lock-spring-boot-bom"));
	}

	@Test
	void unknownVersionsAreNotCompared() {
		assertThatCode(versions(Map.of())::check).doesNotThrowAnyException();
		assertThat(classesInAFolder()).isNull();
		assertThatCode(ModuleVersions.of(getClass().getClassLoader())::check).doesNotThrowAnyException();
	}

	// This module, whose tests run before it has a jar.
	private static String classesInAFolder() {
		return ModuleVersions.class.getPackage().getImplementationVersion();
	}

	@Test
	void versionOfAStoreIsThatOfItsJar() throws Exception {
		URL[] jars = { jar("lock-store-jdbc", "io.github.lockstarter.jdbc", "1.3.0"),
				jar("mongo-locks", "org.example.mongo", "7.0"),
				jar("lock-store-etcd", "io.github.lockstarter.etcd", null) };
		try (URLClassLoader classPath = new URLClassLoader(jars, null)) {
			assertThat(ModuleVersions.of(classPath).known()).containsEntry("lock-store-jdbc", "1.3.0")
				.doesNotContainKeys("mongo-locks", "lock-store-etcd");
		}
	}

	@Test
	void mixtureStopsTheStartOfAnApplication() throws Exception {
		URL[] jars = { jar("lock-store-jdbc", "io.github.lockstarter.jdbc", "0.0.1"),
				jar("lock-store-etcd", "io.github.lockstarter.etcd", "0.0.2") };
		try (URLClassLoader classPath = new URLClassLoader(jars, getClass().getClassLoader())) {
			ApplicationContextRunner application = new ApplicationContextRunner().withClassLoader(classPath)
				.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class));
			FailureAnalysis analysis = StartFailure.of(application.withPropertyValues("distributed-lock.store=jdbc"));
			assertThat(analysis.getDescription()).contains("different versions", "lock-store-jdbc 0.0.1",
					"lock-store-etcd 0.0.2");
			assertThat(analysis.getAction()).contains("lock-spring-boot-bom");
			application.withPropertyValues("distributed-lock.enabled=false")
				.run((context) -> assertThat(context).hasNotFailed());
		}
	}

	private static ModuleVersions versions(Map<String, String> known) {
		return new ModuleVersions(new TreeMap<>(known));
	}

	private URL jar(String title, String module, String version) throws IOException {
		Manifest manifest = new Manifest();
		Attributes attributes = manifest.getMainAttributes();
		attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
		attributes.putValue("Automatic-Module-Name", module);
		attributes.put(Attributes.Name.IMPLEMENTATION_TITLE, title);
		if (version != null) {
			attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
		}
		Path jar = this.directory.resolve(title + ".jar");
		try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			output.putNextEntry(new JarEntry("META-INF/spring/" + ConditionalOnLockStore.class.getName() + ".imports"));
			output.write(title.replace("lock-store-", "").getBytes(StandardCharsets.UTF_8));
		}
		return jar.toUri().toURL();
	}

}
