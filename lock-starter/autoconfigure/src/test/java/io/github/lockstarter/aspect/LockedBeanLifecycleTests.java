package io.github.lockstarter.aspect;

import java.lang.reflect.Proxy;

import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.ApplicationObjectSupport;
import org.springframework.core.PriorityOrdered;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Beans that come to life in unusual ways: they are locked, or they stop the start.
 */
class LockedBeanLifecycleTests {

	@Test
	void beanThatALatePostProcessorNeedsIsLocked() {
		assertLocked(LockedApplication.with(Service.class, NeedsService.class));
	}

	@Test
	void beanThatAnEarlyPostProcessorNeedsIsRefused() {
		assertRefused(LockedApplication.with(Service.class, NeedsServiceFirst.class),
				"created before proxies can be made", "Find the BeanPostProcessor");
	}

	@Test
	void postProcessorThatAsksLazilyIsFine() {
		assertLocked(LockedApplication.with(Service.class, AsksLazily.class));
	}

	@Test
	void beanWrappedBeforeItsProxyIsRefused() {
		assertRefused(LockedApplication.with(Service.class, WrapsBefore.class), "the proxy of its bean lacks it",
				"do not wrap it before");
	}

	@Test
	void beanWrappedAfterItsProxyIsLocked() {
		assertLocked(LockedApplication.with(Service.class, WrapsAfter.class));
	}

	@Test
	void beansOfACycleAreLocked() {
		LockedApplication.with(InCycle.class, OtherInCycle.class, Service.class)
			.withAllowCircularReferences(true)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(OtherInCycle.class).other().run();
				context.getBean(Service.class).run();
				assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).containsExactly("cycle",
						"job");
			});
	}

	@Test
	void scopedBeanIsLocked() {
		assertLocked(LockedApplication.with(Scoped.class));
	}

	@Test
	void productOfAFactoryBeanIsLockedThroughItsInterface() {
		assertLocked(LockedBeans.withClassProxies(), JobFactory.class);
	}

	@Test
	void productOfAFactoryBeanIsChecked() {
		BeanDefinition factory = new RootBeanDefinition(WrongFactory.class);
		assertThat(catchThrowable(() -> LockedBeans.withClassProxies().create("wrong", factory, WrongJob.class)))
			.hasRootCauseInstanceOf(InvalidLockKeyException.class)
			.rootCause()
			.hasMessageContaining("#nothing");
	}

	@Test
	void readyMadeObjectIsRefused() {
		assertRefused(
				LockedApplication.with()
					.withInitializer((context) -> context.getBeanFactory().registerSingleton("ready", new Service())),
				"'ready' was registered as a ready-made object", "such as a @Bean method");
	}

	@Test
	void objectInThePlaceOfADefinitionIsLeftAlone() {
		// how the test frameworks of Spring and Spring Boot bring in their mocks
		LockedApplication.with(Mocks.class)
			.withBean("mocked", Service.class)
			.run((context) -> assertThat(AopUtils.isAopProxy(context.getBean("mocked"))).isFalse());
	}

	@Test
	void methodThatAnInterfaceProxyDoesNotHaveIsRefused() {
		assertRefusal(LockedBeans.withInterfaceProxies().refusalOf(Unreachable.class), "is in no interface",
				"spring.aop.proxy-target-class=true");
	}

	@Test
	void finalMethodOfAnInterfaceIsLockedByAnInterfaceProxy() {
		assertLocked(LockedBeans.withInterfaceProxies(), FinalJob.class);
	}

	@Test
	void finalMethodOfAnInterfaceIsRefusedWithAClassProxy() {
		assertRefusal(LockedBeans.withClassProxies().refusalOf(FinalJob.class), "is in a final class", "not final");
	}

	@Test
	void annotationOnClassDoesNotMeanTheFinalMethodsOfTheFramework() {
		assertLocked(LockedBeans.withClassProxies(), OfFramework.class);
	}

	private static void assertLocked(ApplicationContextRunner application) {
		application.run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(Job.class).run();
			assertThat(context.getBean(RecordingLockOperations.class).requestedNames()).containsExactly("job");
		});
	}

	private static void assertLocked(LockedBeans beans, Class<?> bean) {
		beans.create("bean", new RootBeanDefinition(bean), Job.class).run();
		assertThat(beans.locks().requestedNames()).containsExactly("job");
	}

	private static void assertRefused(ApplicationContextRunner application, String reason, String action) {
		application.run((context) -> assertRefusal(LockedBeans.refusalIn(context.getStartupFailure()), reason, action));
	}

	private static void assertRefusal(InvalidLockedMethodException refusal, String reason, String action) {
		assertThat(refusal.getReason()).contains(reason);
		assertThat(refusal.getAction()).contains(action);
	}

	private static Object wrap(Object bean) {
		if (!(bean instanceof Job job)) {
			return bean;
		}
		return Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
				(proxy, method, args) -> {
					job.run();
					return null;
				});
	}

	interface Job {

		void run();

	}

	static class Service implements Job {

		@Override
		@DistributedLocked(name = "job")
		public void run() {
		}

	}

	static class NeedsService implements BeanPostProcessor {

		NeedsService(Service service) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NeedsServiceFirst {

		@Bean
		static Early early(Service service) {
			return new Early();
		}

	}

	static class Early implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class AsksLazily implements BeanPostProcessor {

		AsksLazily(ObjectProvider<Service> service) {
		}

	}

	static class WrapsBefore implements BeanPostProcessor, PriorityOrdered {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			if (bean instanceof Service) {
				ProxyFactory factory = new ProxyFactory(bean);
				factory.setInterfaces(Job.class);
				return factory.getProxy();
			}
			return bean;
		}

		@Override
		public int getOrder() {
			return 0;
		}

	}

	static class Mocks implements BeanFactoryPostProcessor {

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
			beanFactory.registerSingleton("mocked", new Service());
		}

	}

	static class WrapsAfter implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return wrap(bean);
		}

	}

	static class InCycle {

		private OtherInCycle other;

		@Autowired
		void setOther(OtherInCycle other) {
			this.other = other;
		}

		@DistributedLocked(name = "cycle")
		void run() {
		}

	}

	static class OtherInCycle {

		private InCycle other;

		@Autowired
		void setOther(InCycle other) {
			this.other = other;
			assertThat(AopUtils.isAopProxy(other)).isTrue();
		}

		InCycle other() {
			return this.other;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Scoped {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Service service() {
			return new Service();
		}

	}

	interface LockedJob extends Job {

		@Override
		@DistributedLocked(name = "job")
		void run();

	}

	static class JobFactory implements FactoryBean<LockedJob> {

		@Override
		public LockedJob getObject() {
			return () -> {
			};
		}

		@Override
		public Class<?> getObjectType() {
			return LockedJob.class;
		}

	}

	interface WrongJob {

		@DistributedLocked(key = "#nothing")
		void run();

	}

	static class WrongFactory implements FactoryBean<WrongJob> {

		@Override
		public WrongJob getObject() {
			return (WrongJob) Proxy.newProxyInstance(WrongJob.class.getClassLoader(), new Class<?>[] { WrongJob.class },
					(proxy, method, args) -> null);
		}

		@Override
		public Class<?> getObjectType() {
			return WrongJob.class;
		}

	}

	@DistributedLocked(name = "job")
	static class OfFramework extends ApplicationObjectSupport implements Job {

		@Override
		public void run() {
		}

	}

	static class Unreachable implements Job {

		@Override
		public void run() {
		}

		@DistributedLocked
		void more() {
		}

	}

	static final class FinalJob implements Job {

		@Override
		@DistributedLocked(name = "job")
		public void run() {
		}

	}

}
