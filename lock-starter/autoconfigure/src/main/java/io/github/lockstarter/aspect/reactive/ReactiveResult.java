package io.github.lockstarter.aspect.reactive;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * The reactive type that a method returns; no adapter for a suspending function.
 */
record ReactiveResult(@Nullable ReactiveAdapter adapter, boolean single, boolean mayBeEmpty) {

	private static final String FLOW = "kotlinx.coroutines.flow.Flow";

	private static final boolean SUSPENDING = ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt",
			ReactiveResult.class.getClassLoader()) && KotlinDetector.isKotlinReflectPresent();

	static @Nullable ReactiveResult of(Method method, Class<?> targetClass) {
		if (KotlinDetector.isSuspendingFunction(method)) {
			boolean flow = SUSPENDING && new MethodParameter(method, -1).getParameterType().getName().equals(FLOW);
			return SUSPENDING ? new ReactiveResult(null, !flow, true) : null;
		}
		Class<?> type = ResolvableType.forMethodReturnType(method, targetClass).toClass();
		if (CompletionStage.class.isAssignableFrom(type) || type == Object.class) {
			return null;
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		// a publisher that has begun before it is returned cannot be locked
		if (adapter == null || !adapter.getDescriptor().isDeferred()
				|| !type.isAssignableFrom(adapter.getReactiveType())) {
			return null;
		}
		return new ReactiveResult(adapter, !adapter.isMultiValue(), adapter.supportsEmpty());
	}

	Object adapt(Publisher<Object> publisher) {
		return (this.adapter != null) ? this.adapter.fromPublisher(publisher) : publisher;
	}

	@SuppressWarnings("unchecked")
	Publisher<Object> publisher(Object returned) {
		return (this.adapter != null) ? this.adapter.toPublisher(returned) : (Publisher<Object>) returned;
	}

}
