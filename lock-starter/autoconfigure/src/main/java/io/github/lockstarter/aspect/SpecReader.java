package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.AnnotationText;
import io.github.lockstarter.key.ExpressionInName;
import io.github.lockstarter.key.KeyResolver;
import io.github.lockstarter.key.LockedMethod;
import io.github.lockstarter.text.StableText;

final class SpecReader {

	// Without a quote or a '#' the value is usually meant as a name.
	private static final Pattern LIKE_A_NAME = Pattern.compile("[\\w][\\w .:/-]*");

	private final ConfigurableBeanFactory beanFactory;

	private final Supplier<KeyResolver> keyResolver;

	private final Supplier<List<LockedResultKind>> kinds;

	SpecReader(ConfigurableBeanFactory beanFactory, Supplier<KeyResolver> keyResolver,
			Supplier<List<LockedResultKind>> kinds) {
		this.beanFactory = beanFactory;
		this.keyResolver = keyResolver;
		this.kinds = kinds;
	}

	List<DistributedLockSpec> read(LockAnnotations.Found found, Class<?> targetClass) {
		if (found.contradiction() != null) {
			throw new InvalidLockedMethodException(LockedMethod.describe(found.method(), targetClass),
					"gets different locks from two interfaces, " + found.contradiction(),
					"Put @DistributedLocked on the method of the class: it wins over interfaces.", null);
		}
		return found.annotations()
			.stream()
			.map((annotation) -> new Reading(annotation, found, ClassUtils.getUserClass(targetClass)).spec())
			.toList();
	}

	private final class Reading {

		private final DistributedLocked annotation;

		private final Method method;

		private final Method annotated;

		private final Class<?> targetClass;

		private final AnnotationText text;

		Reading(DistributedLocked annotation, LockAnnotations.Found found, Class<?> targetClass) {
			this.annotation = annotation;
			this.method = found.method();
			this.annotated = found.annotated();
			this.targetClass = targetClass;
			this.text = new AnnotationText(SpecReader.this.beanFactory, this::refused);
		}

		DistributedLockSpec spec() {
			LockedMethod locked = new LockedMethod(name(), this.method, this.annotated, this.targetClass);
			return new DistributedLockSpec(kind(), locked, expression(locked, "key", this.annotation.key()),
					expression(locked, "condition", this.annotation.condition()), terms(locked.name()),
					new DistributedLockSpec.Reactions(this.annotation.onNotAcquired(), fallback(),
							this.annotation.onLost()));
		}

		// the calls replace the name
		private LockRequest terms(String name) {
			LockRequest terms = LockRequest.of(name).fair(this.annotation.fair());
			terms = with(terms, "waitTime", this.annotation.waitTime(), LockRequest::waitTime);
			terms = with(terms, "leaseTime", this.annotation.leaseTime(), LockRequest::leaseTime);
			terms = with(terms, "minHold", this.annotation.minHold(), LockRequest::minHold);
			ReleaseMode release = release();
			LockMode mode = mode();
			return ((release != null) ? terms.release(release) : terms).permits(permits()).mode(mode);
		}

		private LockMode mode() {
			LockMode mode = this.annotation.mode();
			if (mode == LockMode.READ && this.annotation.name().isEmpty()) {
				throw refused(
						"has mode = READ and no name: its lock belongs to this method alone, and "
								+ "methods that write use another one",
						"Give it a name, and the same name to the methods that write.", null);
			}
			return mode;
		}

		private int permits() {
			String value = this.annotation.permits();
			String text = resolved("permits", value).trim();
			if (text.isEmpty()) {
				return 1;
			}
			int permits;
			try {
				permits = Integer.parseInt(text);
				LockRequest.of("any").permits(permits);
			}
			catch (NumberFormatException ex) {
				throw refusedPermits("\"" + text + "\" is not a whole number of at most " + Integer.MAX_VALUE, ex);
			}
			catch (IllegalArgumentException ex) {
				throw refusedPermits(String.valueOf(ex.getMessage()), ex);
			}
			if (permits > 1 && this.annotation.mode() == LockMode.READ) {
				throw refused("has mode = READ and permits = \"" + value + "\": any number of callers reads at once",
						"Remove permits, or remove the mode. To limit callers and exclude writers use two locks, each "
								+ "with a name of its own.",
						null);
			}
			return permits;
		}

		private InvalidLockedMethodException refusedPermits(String why, RuntimeException cause) {
			return refused("has permits = \"" + this.annotation.permits() + "\", which cannot be used: " + why,
					"Write a number such as 3, or remove the attribute for an exclusive lock.", cause);
		}

		private @Nullable ReleaseMode release() {
			String value = this.annotation.release();
			String text = resolved("release", value).trim();
			return text.isEmpty() ? null
					: Arrays.stream(ReleaseMode.values())
						.filter((mode) -> mode.name().equalsIgnoreCase(text))
						.findFirst()
						.orElseThrow(() -> refused("has release = \"" + value + "\", which cannot be used",
								"Write confirmed or sent, or remove the attribute to use distributed-lock.release.",
								null));
		}

		private String name() {
			if (this.annotation.name().isEmpty()) {
				// the name of a JDK proxy differs between instances
				Class<?> named = Proxy.isProxyClass(this.targetClass) ? this.method.getDeclaringClass()
						: LockedMethod.type(this.method, this.targetClass);
				return named.getName() + "." + this.method.getName();
			}
			String name = resolved("name", this.annotation.name());
			if (StableText.isBlank(name)) {
				throw refused("has a blank lock name, from name = \"" + this.annotation.name() + "\"",
						"Give the lock a name, or remove the attribute to use class and method.", null);
			}
			ExpressionInName expression = ExpressionInName.in(name, this.annotated);
			if (expression != null) {
				throw refused(
						"has \"" + expression.text() + "\" in name = \"" + this.annotation.name()
								+ "\", which is not evaluated: a name is text, and all calls would have one lock",
						"Write it into the key, and text only into the name: key = \"" + expression.key() + "\".",
						null);
			}
			return name;
		}

		private LockedResultKind kind() {
			LockedResultKind kind = SpecReader.this.kinds.get()
				.stream()
				.filter((candidate) -> candidate.matches(this.method, this.targetClass))
				.findFirst()
				.orElseThrow();
			LockedResultKind.Problem problem = kind.problemWith(this.method, this.targetClass,
					this.annotation.onNotAcquired(), this.annotation.onLost());
			if (problem != null) {
				throw refused(problem.reason(), problem.action(), null);
			}
			return kind;
		}

		private String expression(LockedMethod locked, String attribute, String value) {
			String expression = resolved(attribute, value);
			if (expression.isBlank()) {
				return "";
			}
			try {
				SpecReader.this.keyResolver.get().validate(locked, expression);
			}
			catch (InvalidLockKeyException ex) {
				String change = "Change " + attribute + " = \"" + value + "\" of its @DistributedLocked";
				String name = (attribute.equals("key") && LIKE_A_NAME.matcher(expression).matches())
						? " Write name = \"" + expression + "\" if that is what the lock is called." : "";
				throw refused("has a " + attribute + " that cannot work: " + ex.getReason(),
						ex.getAction().map((action) -> change + ": " + action).orElse(change + ".") + name, ex);
			}
			return expression;
		}

		private LockRequest with(LockRequest terms, String attribute, String value,
				BiFunction<LockRequest, Duration, LockRequest> setter) {
			LockRequest changed = this.text.duration(attribute, value, (duration) -> setter.apply(terms, duration),
					attribute.equals("leaseTime")
							? "Write a duration such as 30s, 500ms or PT5S, or remove the "
									+ "attribute for a lease that is renewed."
							: "Write a duration such as 3s, 500ms, PT5S or 0.");
			return (changed != null) ? changed : terms;
		}

		private @Nullable Method fallback() {
			String name = resolved("fallback", this.annotation.fallback()).trim();
			OnNotAcquired reaction = this.annotation.onNotAcquired();
			Class<?> result = this.method.getReturnType();
			if (reaction != OnNotAcquired.FALLBACK) {
				if (name.isEmpty()) {
					return null;
				}
				throw refused("has fallback = \"" + name + "\", which is not used with onNotAcquired = " + reaction,
						"Set onNotAcquired = FALLBACK, or remove the fallback.", null);
			}
			Method fallback = name.isEmpty() ? null : Fallback.find(name, this.method, this.targetClass);
			if (fallback == null) {
				throw refused(
						"has onNotAcquired = FALLBACK, but there is no other method '" + name
								+ "' with the same parameter types and a result of type " + result.getTypeName(),
						"Set fallback to the name of such a method of "
								+ LockedMethod.type(this.method, this.targetClass).getName() + ".",
						null);
			}
			return fallback;
		}

		private String resolved(String attribute, String value) {
			return this.text.resolved(attribute, value);
		}

		private InvalidLockedMethodException refused(String reason, String action, @Nullable Throwable cause) {
			return new InvalidLockedMethodException(LockedMethod.describe(this.method, this.targetClass), reason,
					action, cause);
		}

	}

}
