package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
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

	private final Map<MethodClassKey, Optional<DistributedLockSpec>> byCall = new ConcurrentHashMap<>(64);

	private final Map<MethodClassKey, DistributedLockSpec> byMethod = new ConcurrentHashMap<>(64);

	private final Map<Class<?>, List<LockAnnotations.Found>> byClass = new ConcurrentReferenceHashMap<>(256);

	/**
	 * Creates the specs.
	 * @param beanFactory resolves placeholders
	 * @param keyResolver checks expressions; asked for when the first annotated bean is
	 * created
	 */
	public DistributedLockSpecs(ConfigurableBeanFactory beanFactory, Supplier<KeyResolver> keyResolver) {
		this.reader = new SpecReader(beanFactory, keyResolver);
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

	DistributedLockSpec of(LockAnnotations.Found found, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(found.method(), ClassUtils.getUserClass(targetClass));
		// no computeIfAbsent: reading may create the key resolver, and beans that it
		// needs
		DistributedLockSpec spec = this.byMethod.get(key);
		if (spec == null) {
			spec = this.reader.read(found, targetClass);
			DistributedLockSpec earlier = this.byMethod.putIfAbsent(key, spec);
			spec = (earlier != null) ? earlier : spec;
		}
		return spec;
	}

	/**
	 * The spec for a call.
	 * @param method the method as it was called, perhaps that of an interface
	 * @param targetClass the class of the bean
	 * @return the spec, or null for a method that is not locked
	 */
	@Nullable DistributedLockSpec find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<DistributedLockSpec> spec = this.byCall.get(key);
		if (spec == null) {
			LockAnnotations.Found found = LockAnnotations.on(method, targetClass);
			spec = (found != null) ? Optional.of(of(found, targetClass)) : Optional.empty();
			this.byCall.put(key, spec);
		}
		return spec.orElse(null);
	}

}
