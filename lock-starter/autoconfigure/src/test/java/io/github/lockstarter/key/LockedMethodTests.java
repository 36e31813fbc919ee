package io.github.lockstarter.key;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What messages call a method.
 */
class LockedMethodTests {

	@Test
	void methodOfABeanWithoutAClassIsThatOfItsInterface() {
		Object repository = Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Serializable.class, Orders.class }, (proxy, method, arguments) -> null);
		String expected = Orders.class.getName() + ".find(String)";
		assertThat(LockedMethod.describe(method(Orders.class, "find"), repository.getClass())).isEqualTo(expected);
		assertThat(new LockedMethod("orders", method(Orders.class, "find"), method(Orders.class, "find"),
				repository.getClass())
			.toString()).isEqualTo(expected);
	}

	@Test
	void inheritedMethodIsThatOfTheInterfaceOfTheBean() {
		Object repository = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Orders.class },
				(proxy, method, arguments) -> null);
		assertThat(LockedMethod.describe(method(Repository.class, "save"), repository.getClass()))
			.isEqualTo(Orders.class.getName() + ".save(Object)");
	}

	@Test
	void methodOfALambdaIsThatOfItsInterface() {
		Function<String, String> lambda = String::trim;
		assertThat(LockedMethod.describe(method(Function.class, "apply"), lambda.getClass()))
			.isEqualTo("java.util.function.Function.apply(Object)");
	}

	@Test
	void methodOfAGeneratedSubclassIsThatOfTheClass() {
		ProxyFactory factory = new ProxyFactory(new Service());
		factory.setProxyTargetClass(true);
		assertThat(LockedMethod.describe(method(Service.class, "run"), factory.getProxy().getClass()))
			.isEqualTo(Service.class.getName() + ".run()");
	}

	private static Method method(Class<?> type, String name) {
		return ReflectionUtils.findMethod(type, name, (Class<?>[]) null);
	}

	interface Repository<T> {

		void save(T entity);

	}

	interface Orders extends Repository<String> {

		String find(String id);

	}

	static class Service {

		public void run() {
		}

	}

}
