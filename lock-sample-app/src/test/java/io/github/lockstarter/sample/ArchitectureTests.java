package io.github.lockstarter.sample;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which way the packages of the sample look: the root assembles, and no package depends
 * on it; the stage sees the application, which sees no stage.
 */
class ArchitectureTests {

	private static final String ROOT = "io.github.lockstarter.sample";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(SampleApplication.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void packagesFormNoCycle() {
		assertThat(CLASSES.contain(SampleApplication.class)).isTrue();
		SlicesRuleDefinition.slices().assignedFrom(new PackagesWithTheRoot()).should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void nobodyImportsTheRoot() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage(ROOT)
			.should()
			.dependOnClassesThat(DescribedPredicate.describe("are in the root package",
					(type) -> type.getPackageName().equals(ROOT)))
			.because("the root assembles the application: a package that imports it is in a cycle with it")
			.check(CLASSES);
	}

	@Test
	void applicationKnowsNoStage() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + ".app..")
			.should()
			.dependOnClassesThat()
			.resideInAPackage(ROOT + ".stage..")
			.because("people copy the application: what makes its accidents happen is none of its business")
			.check(CLASSES);
		assertThat(CLASSES.stream().map(JavaClass::getPackageName)).allMatch((name) -> name.equals(ROOT)
				|| (name + ".").startsWith(ROOT + ".app.") || (name + ".").startsWith(ROOT + ".stage."));
	}

	/**
	 * A pattern such as {@code sample.(**)} would leave the root package out, with the
	 * cycles through it.
	 */
	private static final class PackagesWithTheRoot implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return SliceIdentifier.of(type.getPackageName());
		}

		@Override
		public String getDescription() {
			return "packages, the root among them";
		}

	}

}
