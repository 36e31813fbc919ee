package io.github.lockstarter.architecture;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;

/**
 * What asks the machine for the time, for a thread, for patience or for chance.
 */
final class MachineUse {

	private static final String CONSTRUCTOR = "<init>";

	// What is not to be called of a type; nothing of it where no name stands.
	private static final Map<Class<?>, Set<String>> NAMES = Map.ofEntries(
			Map.entry(System.class, Set.of("nanoTime", "currentTimeMillis")),
			Map.entry(Date.class, Set.of(CONSTRUCTOR)), Map.entry(LockSupport.class, Set.of()),
			Map.entry(Thread.class,
					Set.of(CONSTRUCTOR, "start", "sleep", "join", "yield", "onSpinWait", "ofVirtual", "ofPlatform",
							"startVirtualThread")),
			Map.entry(Object.class, Set.of("wait")), Map.entry(Executors.class, Set.of()),
			Map.entry(Timer.class, Set.of()), Map.entry(Random.class, Set.of()),
			Map.entry(UUID.class, Set.of("randomUUID")), Map.entry(Math.class, Set.of("random")),
			Map.entry(Collections.class, Set.of("shuffle")), Map.entry(SecureRandom.class, Set.of()),
			Map.entry(Condition.class, Set.of()), Map.entry(CountDownLatch.class, Set.of("await")),
			Map.entry(CyclicBarrier.class, Set.of("await")),
			Map.entry(Semaphore.class, Set.of("acquire", "acquireUninterruptibly", "tryAcquire")),
			Map.entry(BlockingQueue.class, Set.of("take", "put")), Map.entry(TimeUnit.class, Set.of("sleep")),
			Map.entry(CompletableFuture.class, Set.of("orTimeout", "completeOnTimeout", "delayedExecutor")));

	private final Set<String> accesses = new TreeSet<>();

	/**
	 * What these classes do of it, for people.
	 */
	static Set<String> of(Stream<JavaClass> classes) {
		MachineUse use = new MachineUse();
		classes.flatMap((type) -> type.getCodeUnitAccessesFromSelf().stream())
			.filter((access) -> isOfTheMachine(access.getTarget()))
			.forEach(use::add);
		return use.accesses;
	}

	private void add(JavaCodeUnitAccess<?> access) {
		this.accesses.add(access.getDescription());
	}

	private static boolean isOfTheMachine(CodeUnitAccessTarget target) {
		JavaClass owner = target.getOwner();
		List<JavaClass> parameters = target.getRawParameterTypes();
		boolean named = NAMES.entrySet()
			.stream()
			.anyMatch((entry) -> (owner.isEquivalentTo(entry.getKey()) || owner.isAssignableTo(entry.getKey())
					&& entry.getKey() != Object.class && !target.getName().equals(CONSTRUCTOR))
					&& (entry.getValue().isEmpty() || entry.getValue().contains(target.getName())));
		return named || owner.getPackageName().equals("java.time") && target.getName().matches("now|system.*")
				|| isExecutor(owner) && target.getName().equals(CONSTRUCTOR)
				|| owner.isAssignableTo(Future.class) && target.getName().equals("get") && parameters.size() == 2
				|| owner.isAssignableTo(CompletionStage.class) && target.getName().endsWith("Async")
						&& parameters.stream().noneMatch((type) -> type.isEquivalentTo(Executor.class));
	}

	/**
	 * One that begins threads: of the JDK or of Spring.
	 */
	private static boolean isExecutor(JavaClass type) {
		return type.isAssignableTo(Executor.class) && !type.getPackageName().startsWith("io.github.lockstarter");
	}

}
