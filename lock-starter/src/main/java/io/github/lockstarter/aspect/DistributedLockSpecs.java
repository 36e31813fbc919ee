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
 * The specs of all locked methods, each read once. Safe for use by any number of threads.
 */
public final class DistributedLockSpecs {

	private final SpecReader reader;

	private final Map<MethodClassKey, List<DistributedLockSpec>> byCall = new ConcurrentHashMap<>(64);

	private final Map<MethodClassKey, List<DistributedLockSpec>> byMethod = new ConcurrentHashMap<>(64);

	private final Map<Class<?>, List<LockAnnotations.Found>> byClass = new ConcurrentReferenceHashMap<>(256);

	/**
	 * Creates the specs.
	 * @param beanFactory resolves placeholders
	 * @param keyResolver checks expressions; asked for when the first annotated bean is
	 * created
	 * @param kinds the kinds of results, of which the first that matches a method is
	 * taken; asked for when the first annotated bean is created
	 */
	public DistributedLockSpecs(ConfigurableBeanFactory beanFactory, Supplier<KeyResolver> keyResolver,
			Supplier<List<LockedResultKind>> kinds) {
		this.reader = new SpecReader(beanFactory, keyResolver, kinds);
	}

	/**
	 * The annotated methods of a class, not checked.
	 * @param targetClass the class of a bean
	 * @return the methods, empty for most classes
	 */
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

	/**
	 * All specs that have been read so far.
	 */
	List<DistributedLockSpec> all() {
		return this.byMethod.values().stream().flatMap(List::stream).toList();
	}

	/**
	 * The specs for a call.
	 * @param method the method as it was called, perhaps that of an interface
	 * @param targetClass the class of the bean
	 * @return the specs, the outermost first, or none for a method that is not locked
	 */
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
