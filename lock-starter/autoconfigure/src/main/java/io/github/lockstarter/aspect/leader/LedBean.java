package io.github.lockstarter.aspect.leader;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;

/**
 * Starts and stops one bean with its leadership.
 */
final class LedBean implements LeaderListener {

	private static final String START_AND_STOP = "Implement SmartLifecycle and return false from isAutoStartup, or name "
			+ "the two methods: @DistributedLeader(initMethod = \"...\", destroyMethod = \"...\").";

	private final Runnable start;

	private final Runnable stop;

	private LedBean(Runnable start, Runnable stop) {
		this.start = start;
		this.stop = stop;
	}

	static LedBean of(LeaderSpec spec, Object bean) {
		if (spec.namesMethods()) {
			return ofMethods(spec, bean);
		}
		if (!(bean instanceof Lifecycle lifecycle)) {
			throw spec.refused("has nothing that starts and stops it", START_AND_STOP);
		}
		if (bean instanceof SmartLifecycle smart && smart.isAutoStartup()) {
			throw spec.refused("is started by Spring on every instance, because its isAutoStartup() returns true",
					"Return false from isAutoStartup: the leadership starts it.");
		}
		return new LedBean(() -> start(lifecycle), () -> stop(lifecycle));
	}

	private static LedBean ofMethods(LeaderSpec spec, Object bean) {
		if (bean instanceof Lifecycle) {
			throw spec.refused(
					"is a Lifecycle and has an initMethod or destroyMethod: only one of the two can start it",
					"Remove initMethod and destroyMethod, or let the class not implement Lifecycle.");
		}
		Method init = method(spec, bean, "initMethod", spec.initMethod());
		Method destroy = method(spec, bean, "destroyMethod", spec.destroyMethod());
		return new LedBean(() -> invoke(init, bean), () -> invoke(destroy, bean));
	}

	private static Method method(LeaderSpec spec, Object bean, String attribute, String name) {
		if (name.isEmpty()) {
			throw spec.refused("has no " + attribute + ", and one of the two is not enough", START_AND_STOP);
		}
		Method method = ReflectionUtils.findMethod(AopUtils.getTargetClass(bean), name);
		if (method == null || !Modifier.isPublic(method.getModifiers())) {
			throw spec.refused("has " + attribute + " = \"" + name + "\", which is no public method without parameters",
					"Make it public, or write the name of another method.");
		}
		if (MergedAnnotations.from(method).stream().anyMatch((one) -> isOfLife(one.getType()))) {
			throw spec
				.refused("has " + attribute + " = \"" + name + "\", which Spring calls on every instance, because "
						+ "it is annotated with @PostConstruct or @PreDestroy", "Remove that annotation.");
		}
		Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
		ReflectionUtils.makeAccessible(invocable); // a public method of a hidden class
		return invocable;
	}

	private static boolean isOfLife(Class<?> annotation) {
		return annotation.getSimpleName().equals("PostConstruct") || annotation.getSimpleName().equals("PreDestroy");
	}

	private static void start(Lifecycle bean) {
		if (!bean.isRunning()) {
			bean.start();
		}
	}

	private static void stop(Lifecycle bean) {
		if (!bean.isRunning()) {
			return;
		}
		if (bean instanceof SmartLifecycle smart) {
			CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
			smart.stop(() -> stopped.complete(null));
			stopped.join();
		}
		else {
			bean.stop();
		}
	}

	private static void invoke(Method method, Object bean) {
		try {
			method.invoke(bean);
		}
		catch (InvocationTargetException ex) {
			ReflectionUtils.rethrowRuntimeException(ex.getTargetException());
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void granted(Leadership leadership) {
		this.start.run();
	}

	@Override
	public void revoked(Leadership leadership, String reason) {
		this.stop.run();
	}

}
