package io.github.lockstarter.aspect;

import java.lang.reflect.Proxy;
import java.util.stream.Stream;

import jakarta.annotation.PostConstruct;
import org.aopalliance.intercept.Joinpoint;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * Beans that no proxy with a lock stands before, and methods that are not called on the
 * proxy: none of them runs without its lock, the application does not start.
 */
class UnlockedBeanTests {

	private static final String EARLY = "created before proxies can be made";

	private static final String LACKS = "the proxy of its bean lacks it";

	private static final String UNPROXIED = "is called before its bean has a proxy";

	static Stream<Arguments> refused() {
		return Stream.of(Arguments.of(NeedsInFactoryPostProcessor.class, EARLY),
				Arguments.of(NeedsInRegistryPostProcessor.class, EARLY),
				Arguments.of(NeedsInOrderedPostProcessor.class, EARLY), Arguments.of(NeedsProduct.class, EARLY),
				Arguments.of(LockedPostProcessor.class, EARLY), Arguments.of(LockedFactoryPostProcessor.class, EARLY),
				Arguments.of(WrapsInJdkProxy.class, LACKS), Arguments.of(WrapsBeforeInitialisation.class, LACKS),
				Arguments.of(WrapsInOpaqueProxy.class, LACKS), Arguments.of(LockedPostConstruct.class, UNPROXIED),
				Arguments.of(LockedInitMethod.class, UNPROXIED));
	}

	@ParameterizedTest
	@MethodSource
	void refused(Class<?> configuration, String reason) {
		AnnotatedClassRefusalTests.assertRefused(LockedApplication.with(configuration), reason);
	}

	static Stream<Arguments> refusedWheneverItIsCreated() {
		return Stream.of(Arguments.of(LockedAdvice.class, LACKS), Arguments.of(LockedInfrastructure.class, LACKS),
				Arguments.of(LockedBeanMethod.class, "is a @Bean method"),
				Arguments.of(LockedInitialisation.class, UNPROXIED), Arguments.of(LockedDestruction.class, UNPROXIED));
	}

	@ParameterizedTest
	@MethodSource
	void refusedWheneverItIsCreated(Class<?> bean, String reason) {
		AnnotatedClassRefusalTests.assertRefusal(LockedBeans.withClassProxies().refusalOf(bean), reason);
	}

	@Test
	void beanThatPostProcessorsPassOverIsRefused() {
		AnnotatedClassRefusalTests.assertRefused(
				LockedApplication.with()
					.withBean("synthetic", Service.class, Service::new,
							(definition) -> ((AbstractBeanDefinition) definition).setSynthetic(true)),
				"its bean definition is synthetic");
	}

	interface Job {

		void run();

	}

	static class Service implements Job {

		@Override
		@DistributedLocked
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HasService {

		@Bean
		Service service() {
			return new Service();
		}

	}

	static class NeedsInFactoryPostProcessor extends HasService {

		@Bean
		static BeanFactoryPostProcessor early(Service service) {
			return (beanFactory) -> {
			};
		}

	}

	static class NeedsInRegistryPostProcessor extends HasService {

		@Bean
		static BeanDefinitionRegistryPostProcessor early(Service service) {
			return new OrderedRegistryPostProcessor();
		}

	}

	static class OrderedRegistryPostProcessor implements BeanDefinitionRegistryPostProcessor, PriorityOrdered {

		@Override
		public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		}

		@Override
		public int getOrder() {
			return HIGHEST_PRECEDENCE;
		}

	}

	static class NeedsInOrderedPostProcessor extends HasService {

		@Bean
		static OrderedPostProcessor early(Service service) {
			return new OrderedPostProcessor();
		}

	}

	static class OrderedPostProcessor implements BeanPostProcessor, Ordered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class NeedsProduct extends Products {

		@Bean
		static OrderedPostProcessor early(Job job) {
			return new OrderedPostProcessor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Products {

		@Bean
		static FactoryBean<Job> product() {
			return new FactoryBean<>() {

				@Override
				public Job getObject() {
					return new Service();
				}

				@Override
				public Class<?> getObjectType() {
					return Job.class;
				}

			};
		}

	}

	static class LockedPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@DistributedLocked
		void run() {
		}

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class LockedFactoryPostProcessor implements BeanFactoryPostProcessor {

		@DistributedLocked
		void run() {
		}

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		}

	}

	static class WrapsInJdkProxy extends HasService {

		@Bean
		static Wrapping wrapping() {
			return new Wrapping() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					return wrapped(bean);
				}

			};
		}

	}

	static class WrapsBeforeInitialisation extends HasService {

		@Bean
		static Wrapping wrapping() {
			return new Wrapping() {

				@Override
				public Object postProcessBeforeInitialization(Object bean, String beanName) {
					return wrapped(bean);
				}

			};
		}

	}

	static class WrapsInOpaqueProxy extends HasService {

		@Bean
		static Wrapping wrapping() {
			return new Wrapping() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					if (!(bean instanceof Job)) {
						return bean;
					}
					ProxyFactory factory = new ProxyFactory(bean);
					factory.setOpaque(true);
					return factory.getProxy();
				}

			};
		}

	}

	abstract static class Wrapping implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

		static Object wrapped(Object bean) {
			if (!(bean instanceof Job job)) {
				return bean;
			}
			return Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
					(proxy, method, args) -> {
						job.run();
						return null;
					});
		}

	}

	static class LockedAdvice extends DefaultPointcutAdvisor {

		private static final long serialVersionUID = 1L;

		LockedAdvice() {
			super((MethodInterceptor) Joinpoint::proceed);
		}

		@DistributedLocked
		public void run() {
		}

	}

	static class LockedInfrastructure implements AopInfrastructureBean {

		@DistributedLocked
		public void run() {
		}

	}

	@Configuration
	static class LockedBeanMethod {

		@Bean
		@DistributedLocked
		String text() {
			return "";
		}

	}

	static class LockedInitialisation implements InitializingBean {

		@Override
		@DistributedLocked
		public void afterPropertiesSet() {
		}

	}

	static class LockedPostConstruct {

		@PostConstruct
		@DistributedLocked
		void warmUp() {
		}

	}

	static class LockedDestruction implements DisposableBean {

		@Override
		@DistributedLocked
		public void destroy() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LockedInitMethod {

		@Bean(initMethod = "run")
		Service service() {
			return new Service();
		}

	}

}
