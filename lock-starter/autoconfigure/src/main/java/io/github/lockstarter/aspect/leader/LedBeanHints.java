package io.github.lockstarter.aspect.leader;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.leader.DistributedLeader;

/**
 * Registers for a native image the two methods that an annotation names.
 */
final class LedBeanHints implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		DistributedLeader annotation = bean.getBeanFactory()
			.findAnnotationOnBean(bean.getBeanName(), DistributedLeader.class, false);
		if (annotation == null) {
			return null;
		}
		List<Method> methods = Stream.of(annotation.initMethod(), annotation.destroyMethod())
			.filter((name) -> !name.isEmpty())
			.flatMap((name) -> methods(ClassUtils.getUserClass(bean.getBeanClass()), name))
			.toList();
		return (generation, code) -> methods.forEach(
				(method) -> generation.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
	}

	// That of the class, and that of an interface, by which a JDK proxy is called.
	private static Stream<Method> methods(Class<?> type, String name) {
		return Stream.concat(Stream.of(type), Stream.of(ClassUtils.getAllInterfacesForClass(type)))
			.map((each) -> ReflectionUtils.findMethod(each, name))
			.filter(Objects::nonNull);
	}

}
