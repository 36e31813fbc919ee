package io.github.lockstarter.architecture;

import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.consul.ConsulDirectory;
import io.github.lockstarter.etcd.EtcdDirectory;
import io.github.lockstarter.jdbc.JdbcLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.testing.TestLocks;
import io.github.lockstarter.zookeeper.ZooKeeperDirectory;

/**
 * The classes of all published jars, which are read once for all tests.
 */
final class Product {

	// one of each jar
	private static final List<Class<?>> JARS = List.of(LockOperations.class, DistributedLocked.class,
			LettuceLockStore.class, JdbcLockStore.class, EtcdDirectory.class, ConsulDirectory.class,
			ZooKeeperDirectory.class, TestLocks.class);

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrls(JARS.stream().map(Product::location).toList());

	private Product() {
	}

	static JavaClasses classes() {
		return CLASSES;
	}

	/**
	 * The classes of the jars that have these types.
	 */
	static JavaClasses classesBeside(Class<?>... types) {
		Set<String> locations = Arrays.stream(types)
			.map((type) -> location(type).toString())
			.collect(Collectors.toSet());
		return CLASSES.that(DescribedPredicate.describe("are in " + locations,
				(type) -> type.getSource()
					.filter((source) -> locations.stream().anyMatch(source.getUri().toString()::contains))
					.isPresent()));
	}

	private static URL location(Class<?> type) {
		return type.getProtectionDomain().getCodeSource().getLocation();
	}

}
