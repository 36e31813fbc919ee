package io.github.lockstarter.aspect;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AliasFor;

import io.github.lockstarter.annotation.DistributedLocked;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where the annotation is found, through class and interface proxies.
 */
class AnnotationLookupTests {

	@Test
	void annotationOnMethodOfClassIsFound() {
		assertThat(lockedBy(Direct.class, (bean) -> bean.work("ann"))).containsExactly("direct:ann");
	}

	@Test
	void defaultNameIsClassAndMethod() {
		assertThat(lockedBy(Direct.class, Direct::unnamed)).containsExactly(Direct.class.getName() + ".unnamed");
	}

	@Test
	void methodWithoutAnnotationIsNotLocked() {
		assertThat(lockedBy(Direct.class, Direct::free)).isEmpty();
	}

	@Test
	void packagePrivateAndProtectedMethodsAreLocked() {
		assertThat(lockedBy(Direct.class, (bean) -> {
			bean.packagePrivate();
			bean.protectedOne();
		})).containsExactly("package", "protected");
	}

	@Test
	void composedAnnotationIsMerged() {
		assertThat(lockedBy(Composed.class, (bean) -> bean.work("ann"))).containsExactly("user:ann");
	}

	@Test
	void annotationOfOverriddenMethodIsFound() {
		assertThat(lockedBy(Overriding.class, (bean) -> bean.work("ann"))).containsExactly("direct:ann");
	}

	@Test
	void inheritedMethodIsNamedAfterTheClassOfTheBean() {
		assertThat(lockedBy(Overriding.class, Overriding::unnamed))
			.containsExactly(Overriding.class.getName() + ".unnamed");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnInterfaceMethodIsFound(boolean classProxy) {
		assertThat(lockedBy(Implementing.class, Job.class, classProxy, (bean) -> bean.run("ann")))
			.containsExactly("job:ann");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnClassIsFoundThroughInterface(boolean classProxy) {
		assertThat(lockedBy(AnnotatedImplementation.class, Plain.class, classProxy, (bean) -> bean.run("ann")))
			.containsExactly("impl:ann");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void interfaceOfSubclassAppliesToMethodOfSuperclass(boolean classProxy) {
		assertThat(lockedBy(LateImplementing.class, Job.class, classProxy, (bean) -> bean.run("ann")))
			.containsExactly("job:ann");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void genericMethodIsLockedOnceThroughItsBridge(boolean classProxy) {
		assertThat(lockedBy(TextHandler.class, Handler.class, classProxy, AnnotationLookupTests::handleText))
			.containsExactly("generic:ann");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnGenericInterfaceIsFound(boolean classProxy) {
		assertThat(lockedBy(NumberHandler.class, LockedHandler.class, classProxy, AnnotationLookupTests::handleNumber))
			.containsExactly("handled:7");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void annotationOnInterfaceAppliesToItsMethodsOnly(boolean classProxy) {
		assertThat(lockedBy(Both.class, LockedType.class, classProxy, (bean) -> {
			bean.first();
			((Plain) bean).run("ann");
			assertThat(bean.toString()).isNotNull();
		})).containsExactly("type");
	}

	@Test
	void annotationOnClassAppliesToAllMethodsThatCanBeCalledOnTheBean() {
		assertThat(lockedBy(LockedClass.class, (bean) -> {
			bean.first();
			bean.hidden();
			assertThat(bean).hasToString("a locked class").isEqualTo(bean);
		})).containsExactly("class", "class");
	}

	@Test
	void annotationOnMethodWinsOverThatOnClass() {
		assertThat(lockedBy(LockedClass.class, LockedClass::second)).containsExactly("method");
	}

	@Test
	void annotationOnSuperclassApplies() {
		assertThat(lockedBy(LockedSubclass.class, (bean) -> {
			bean.first();
			bean.third();
		})).containsExactly("class", "class");
	}

	@Test
	void nearestAnnotationWins() {
		assertThat(lockedBy(Nearest.class, (bean) -> bean.run("ann"))).containsExactly("user:ann");
	}

	@Test
	void nestedCallsOfLockedMethodsEnterAgain() {
		LockedApplication.with(Outer.class, Inner.class).run((context) -> {
			context.getBean(Outer.class).work("ann");
			RecordingLockOperations operations = context.getBean(RecordingLockOperations.class);
			assertThat(operations.requestedNames()).containsExactly("shared:ann", "shared:ann");
			assertThat(operations.events()).containsExactly("acquired shared:ann", "freed shared:ann");
		});
	}

	@SuppressWarnings("unchecked")
	private static void handleText(Handler<?> bean) {
		((Handler<String>) bean).handle("ann");
	}

	@SuppressWarnings("unchecked")
	private static void handleNumber(LockedHandler<?> bean) {
		((LockedHandler<Integer>) bean).handle(7);
	}

	static <T> Iterable<String> lockedBy(Class<T> type, Consumer<T> call) {
		return lockedBy(type, type, true, call);
	}

	private static <T> Iterable<String> lockedBy(Class<? extends T> type, Class<T> seenAs, boolean classProxy,
			Consumer<T> call) {
		LockedBeans beans = classProxy ? LockedBeans.withClassProxies() : LockedBeans.withInterfaceProxies();
		T bean = beans.create(type, seenAs);
		assertThat(AopUtils.isCglibProxy(bean)).isEqualTo(classProxy);
		call.accept(bean);
		return beans.locks().requestedNames();
	}

	@Retention(RetentionPolicy.RUNTIME)
	@Target({ ElementType.METHOD, ElementType.TYPE })
	@DistributedLocked(name = "user")
	@interface UserLocked {

		@AliasFor(annotation = DistributedLocked.class, attribute = "key")
		String by() default "";

	}

	public static class Direct {

		@DistributedLocked(name = "direct", key = "#userName")
		public void work(String userName) {
		}

		@DistributedLocked
		public void unnamed() {
		}

		public void free() {
		}

		@DistributedLocked(name = "package")
		void packagePrivate() {
		}

		@DistributedLocked(name = "protected")
		protected void protectedOne() {
		}

	}

	public static class Overriding extends Direct {

		@Override
		public void work(String userName) {
		}

	}

	public static class Composed {

		@UserLocked(by = "#userName")
		public void work(String userName) {
		}

	}

	interface Job {

		@DistributedLocked(name = "job", key = "#id")
		void run(String id);

	}

	interface Plain {

		void run(String id);

	}

	static class Implementing implements Job {

		@Override
		public void run(String id) {
		}

	}

	static class AnnotatedImplementation implements Plain {

		@Override
		@DistributedLocked(name = "impl", key = "#id")
		public void run(String id) {
		}

	}

	public static class Unaware {

		public void run(String id) {
		}

	}

	static class LateImplementing extends Unaware implements Job {

	}

	static class Nearest implements Job {

		@Override
		@UserLocked(by = "#id")
		public void run(String id) {
		}

	}

	interface Handler<T> {

		void handle(T value);

	}

	static class TextHandler implements Handler<String> {

		@Override
		@DistributedLocked(name = "generic", key = "#value")
		public void handle(String value) {
		}

	}

	interface LockedHandler<T> {

		@DistributedLocked(name = "handled", key = "#value")
		void handle(T value);

	}

	static class NumberHandler implements LockedHandler<Integer> {

		@Override
		public void handle(Integer value) {
		}

	}

	@DistributedLocked(name = "type")
	interface LockedType {

		void first();

	}

	static class Both implements LockedType, Plain {

		@Override
		public void first() {
		}

		@Override
		public void run(String id) {
		}

	}

	@DistributedLocked(name = "class")
	public static class LockedClass {

		public void first() {
		}

		@DistributedLocked(name = "method")
		public void second() {
		}

		void hidden() {
		}

		@Override
		public String toString() {
			return "a locked class";
		}

	}

	public static class LockedSubclass extends LockedClass {

		public void third() {
		}

	}

	public static class Inner {

		@DistributedLocked(name = "shared", key = "#id")
		public void work(String id) {
		}

	}

	public static class Outer {

		private final Inner inner;

		Outer(Inner inner) {
			this.inner = inner;
		}

		@DistributedLocked(name = "shared", key = "#id")
		public void work(String id) {
			this.inner.work(id);
		}

	}

}
