package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * What classes declare, read from their files: to load them would need all that they
 * refer to. A member is its name and its descriptor.
 */
final class ClassFiles {

	private final Map<String, Optional<Declared>> known = new HashMap<>();

	private final ClassLoader loader;

	ClassFiles(ClassLoader loader) {
		this.loader = loader;
	}

	boolean exists(String type) {
		return type.startsWith("[") || declared(type).isPresent();
	}

	/**
	 * Whether a class or one of its supertypes has the member.
	 */
	boolean has(String type, String member) {
		return type.startsWith("[") || supertypes(type).anyMatch((each) -> each.members().contains(member));
	}

	/**
	 * Whether an annotation has the attribute, whatever its type.
	 */
	boolean hasAttribute(String annotation, String attribute) {
		return declared(annotation).orElseThrow()
			.members()
			.stream()
			.anyMatch((member) -> member.startsWith(attribute + "()"));
	}

	/**
	 * The methods that a class must have, and neither it nor a supertype implements.
	 */
	Set<String> unimplemented(String type) {
		Set<String> methods = new HashSet<>();
		supertypes(type).forEach((each) -> methods.addAll(each.abstractMethods()));
		supertypes(type).forEach((each) -> each.members()
			.stream()
			.filter((member) -> !each.abstractMethods().contains(member))
			.forEach(methods::remove));
		return methods;
	}

	// With the class itself
	private Stream<Declared> supertypes(String type) {
		return declared(type).stream()
			.flatMap((each) -> Stream.concat(Stream.of(each), each.supertypes().stream().flatMap(this::supertypes)));
	}

	private Optional<Declared> declared(String type) {
		// no computeIfAbsent: the search in supertypes comes back here
		Optional<Declared> found = this.known.get(type);
		if (found == null) {
			found = Optional.ofNullable(this.loader.getResource(type + ".class")).map(Declared::read);
			this.known.put(type, found);
		}
		return found;
	}

	/**
	 * What one class declares.
	 *
	 * @param members its fields and methods
	 * @param abstractMethods those of its methods that have no body
	 * @param supertypes the names of its superclass and its interfaces
	 */
	private record Declared(Set<String> members, Set<String> abstractMethods, List<String> supertypes) {

		static Declared read(URL file) {
			try (InputStream input = file.openStream()) {
				ClassReader reader = new ClassReader(input);
				Declared declared = new Declared(new HashSet<>(), new HashSet<>(),
						Stream.concat(Stream.ofNullable(reader.getSuperName()), Stream.of(reader.getInterfaces()))
							.toList());
				reader.accept(declared.visitor(),
						ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
				return declared;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private ClassVisitor visitor() {
			return new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public FieldVisitor visitField(int access, String name, String descriptor, String signature,
						Object value) {
					members().add(name + descriptor);
					return null;
				}

				@Override
				public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
						String[] exceptions) {
					members().add(name + descriptor);
					if ((access & Opcodes.ACC_ABSTRACT) != 0) {
						abstractMethods().add(name + descriptor);
					}
					return null;
				}

			};
		}

	}

}
