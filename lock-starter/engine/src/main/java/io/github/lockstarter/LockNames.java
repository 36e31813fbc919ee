package io.github.lockstarter;

import java.util.Collection;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.LoggedText;
import io.github.lockstarter.text.StableText;
import io.github.lockstarter.text.UnclearValueException;

/**
 * The checked names of what a request locks.
 */
record LockNames(String namespace, String name, @Nullable List<String> several) {

	static LockNames of(String name) {
		Objects.requireNonNull(name, "name");
		if (StableText.isBlank(name)) {
			throw new InvalidLockKeyException(name, "The lock name is blank: every caller would share one lock. "
					+ "Pass a name that says what is locked, such as \"order:4711\".");
		}
		int colon = name.indexOf(':');
		return new LockNames((colon > 0) ? name.substring(0, colon) : name, name, null);
	}

	static LockNames of(String namespace, Object key) {
		return new LockNames(namespace, nameOf(namespace, key), null);
	}

	static LockNames ofAll(Collection<String> names) {
		List<String> sorted = names.stream().map((name) -> of(name).name()).distinct().sorted().toList();
		if (sorted.isEmpty()) {
			throw new InvalidLockKeyException("", "There is nothing to lock: the collection of lock names is empty. "
					+ "Pass at least one name, or do not lock.");
		}
		if (sorted.size() == 1) {
			return of(sorted.get(0));
		}
		return new LockNames(of(sorted.get(0)).namespace(), String.join(", ", sorted), sorted);
	}

	static LockNames ofAll(String namespace, Collection<?> keys) {
		return ofAll(keys.stream().map((key) -> nameOf(namespace, key)).toList()).in(namespace);
	}

	private static String nameOf(String namespace, Object key) {
		Objects.requireNonNull(key, "key");
		return checkedNamespace(namespace) + ':' + keyText(namespace, key);
	}

	private static String keyText(String namespace, Object key) {
		String text;
		try {
			text = StableText.of(key, "key");
		}
		catch (UnclearValueException ex) {
			throw new InvalidLockKeyException(namespace, "The key of a lock of \"" + LoggedText.name(namespace) + "\" "
					+ ex.reason() + ". " + ex.action() + ".");
		}
		if (StableText.isBlank(text)) {
			throw new InvalidLockKeyException(namespace, "The key of a lock of \"" + LoggedText.name(namespace)
					+ "\" is blank: every such caller would share one lock. Refuse such a call before it gets here.");
		}
		return text;
	}

	private static String checkedNamespace(String namespace) {
		Objects.requireNonNull(namespace, "namespace");
		if (StableText.isBlank(namespace)) {
			throw new InvalidLockKeyException(namespace,
					"The namespace of a lock is blank. Pass what kind of thing is locked, such as \"order\".");
		}
		return namespace;
	}

	LockNames in(String otherNamespace) {
		return new LockNames(checkedNamespace(otherNamespace), this.name, this.several);
	}

	String single() {
		if (this.several != null) {
			throw new IllegalStateException(
					"This request is for several locks (" + LoggedText.name(this.name) + "): use names()");
		}
		return this.name;
	}

	List<String> all() {
		return (this.several != null) ? this.several : List.of(this.name);
	}

}
