package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

import io.github.lockstarter.key.KeyResolver;

/**
 * Reads the spec of each locked method once. Thread-safe.
 */
public final class DistributedLockSpecs {

	private final SpecReader reader;

	private final Map<MethodClassKey, List<DistributedLockSpec>> byCall = new ConcurrentHashMap<>(64);

	private final Map<MethodClassKey, List<DistributedLockSpec>> byMethod = new ConcurrentHashMap<>(64);

	private final Map<Class<?>, List<LockAnnotations.Found>> byClass = new ConcurrentReferenceHashMap<>(256);

	public DistributedLockSpecs(ConfigurableBeanFactory beanFactory, Supplier<KeyResolver> keyResolver,
			Supplier<List<LockedResultKind>> kinds) {
		this.reader = new SpecReader(beanFactory, keyResolver, kinds);
	}

	List<LockAnnotations.Found> annotated(Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		if (!LockAnnotations.mayBeOn(userClass)) {
			return List.of();
		}
		List<LockAnnotations.Found> found = this.byClass.get(userClass);
		if (found == null) {
			found = List.copyOf(LockAnnotations.in(userClass));
			this.byClass.put(userClass, found);
		}
		return found;
	}

	boolean isAnnotated(Method method, Class<?> targetClass) {
		return !annotated(targetClass).isEmpty() && LockAnnotations.on(method, targetClass) != null;
	}

	List<DistributedLockSpec> of(LockAnnotations.Found found, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(found.method(), ClassUtils.getUserClass(targetClass));
		// no computeIfAbsent: reading may create the key resolver and other beans
		List<DistributedLockSpec> specs = this.byMethod.get(key);
		if (specs == null) {
			specs = this.reader.read(found, targetClass);
			List<DistributedLockSpec> earlier = this.byMethod.putIfAbsent(key, specs);
			specs = (earlier != null) ? earlier : specs;
		}
		return specs;
	}

	List<DistributedLockSpec> all() {
		return this.byMethod.values().stream().flatMap(List::stream).toList();
	}

	// the outermost first; the called method may be that of an interface
	List<DistributedLockSpec> find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		List<DistributedLockSpec> specs = this.byCall.get(key);
		if (specs == null) {
			LockAnnotations.Found found = LockAnnotations.on(method, targetClass);
			specs = (found != null) ? of(found, targetClass) : List.of();
			this.byCall.put(key, specs);
		}
		return specs;
	}

}
