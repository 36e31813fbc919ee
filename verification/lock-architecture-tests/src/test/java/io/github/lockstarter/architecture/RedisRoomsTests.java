package io.github.lockstarter.architecture;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.redis.LettuceLockStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rooms of the package, and what they may know of each other.
 */
class RedisRoomsTests {

	// What is in each, and which others it may know.
	private static final Map<String, Room> REDIS_ROOMS = Map.of(
	// @formatter:off
			"door", new Room(List.of("RedisConnector", "LettuceConnector", "EventLoops", "RedisClients", "FactoryConfiguration",
					"Address", "LockRuntimeHints", "RedisLogin", "TlsMismatch"), List.of()),
			"instance", new Room(List.of("RunningRedis", "Supervision", "RedisSettings", "LockKeys", "OwnLabel", "ServerIdentity",
					"RestartDelay", "RedisErrors"), List.of("door")),
			"connection", new Room(List.of("SupervisedConnection", "ConnectionOpening", "ConnectionDialect", "Outage",
					"ReconnectPause"), List.of("door", "instance")),
			"node", new Room(List.of("RedisNode", "NodeRole", "NodeCommand", "CommandSender", "EarlyCommands", "CommandDialect",
					"PushDialect", "ReplicaLink", "ScriptCall", "RenewCall"), List.of("door", "instance", "connection")),
			"master", new Room(List.of("MasterSource", "OneServer", "ListedNodes", "NodeClaim", "Sentinels", "Sentinel", "ServerPoll",
					"QueryConnection"), List.of("door", "instance", "connection")),
			"topology", new Room(List.of("Topology", "SingleTopology", "BatchedRenewals", "FollowedMaster"), List.of("door", "instance", "node", "master")),
			"cluster", new Room(List.of("ClusterTopology", "ClusterNodes", "SlotRefresh", "SlotLookup", "SlotsReply", "Route"),
					List.of("door", "instance", "connection", "node", "topology")),
			"store", new Room(List.of("LettuceLockStore", "QuorumMaster"),
					List.of("door", "instance", "connection", "node", "master", "topology", "cluster")));
	// @formatter:on

	private static final JavaClasses CLASSES = Product.classesBeside(LettuceLockStore.class);

	@Test
	void roomsOfRedisKnowOnlyWhatTheTableAllows() {
		Map<String, String> rooms = new TreeMap<>();
		REDIS_ROOMS.forEach((name, room) -> room.classes.forEach((type) -> rooms.put(type, name)));
		Set<String> violations = new TreeSet<>();
		for (JavaClass type : CLASSES) {
			if (type.getPackageName().equals(LettuceLockStore.class.getPackageName())
					&& !type.getSimpleName().equals("package-info")) {
				String from = rooms.getOrDefault(outermost(type), "none");
				type.getDirectDependenciesFromSelf()
					.stream()
					.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
					.filter((target) -> target.getPackageName().equals(type.getPackageName()))
					// all log under its name
					.filter((target) -> !outermost(target).equals("LettuceLockStore"))
					.map((target) -> rooms.getOrDefault(outermost(target), "none"))
					.filter((to) -> !to.equals(from))
					.filter((to) -> from.equals("none") || !REDIS_ROOMS.get(from).mayKnow.contains(to))
					.forEach((to) -> violations.add(from + " -> " + to + " (" + type.getSimpleName() + ")"));
				if (from.equals("none")) {
					violations.add(outermost(type) + " has no room");
				}
			}
		}
		assertThat(violations).isEmpty();
	}

	private static String outermost(JavaClass type) {
		String name = type.getName().substring(type.getPackageName().length() + 1);
		return name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
	}

	@Test
	void oneClassMakesConnectionsToRedis() {
		ArchRuleDefinition.noClasses()
			.that()
			.doNotHaveFullyQualifiedName("io.github.lockstarter.redis.LettuceConnector")
			.should()
			.accessClassesThat()
			.belongToAnyOf(AbstractRedisClient.class, RedisClient.class, RedisClusterClient.class,
					ClientResources.class, DefaultClientResources.class)
			.because("who needs a connection asks the RedisConnector, which a simulation replaces")
			.check(CLASSES);
	}

	@Test
	void slotsAreThoseOfTheBytesThatAreSent() {
		ArchRuleDefinition.noClasses()
			.should()
			.callMethod(SlotHash.class, "getSlot", String.class)
			.because("it takes the bytes of a name in the charset of the JVM, and Lettuce sends UTF-8")
			.check(CLASSES);
	}

	/**
	 * Classes of one package that belong together.
	 *
	 * @param classes their names
	 * @param mayKnow the other rooms that they may know
	 */
	private record Room(List<String> classes, List<String> mayKnow) {

	}

}
