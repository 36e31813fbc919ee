package io.github.lockstarter.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The workflows run what is known: actions by commit, because their tags can move, and no
 * more rights than they need.
 */
class WorkflowTests {

	private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

	private static final Path FOLDER = ROOT.resolve(".github/workflows");

	private static final Pattern USES = Pattern.compile("(?m)^\\s*(?:- )?uses: (.*)$");

	static List<Path> workflows() throws IOException {
		try (Stream<Path> files = Files.list(FOLDER)) {
			return files.sorted().toList();
		}
	}

	@ParameterizedTest
	@MethodSource("workflows")
	void actionsArePinnedByCommitWithTheirVersion(Path workflow) throws IOException {
		assertThat(uses(workflow)).isNotEmpty()
			.allSatisfy((used) -> assertThat(used)
				.matches("\\./\\.github/workflows/[a-z]+\\.yml|[\\w-]+/[\\w./-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
	}

	@ParameterizedTest
	@MethodSource("workflows")
	void workflowsOfThisRepositoryExistAndCanBeCalled(Path workflow) throws IOException {
		assertThat(uses(workflow)).filteredOn((used) -> used.startsWith("./"))
			.allSatisfy((used) -> assertThat(Files.readString(ROOT.resolve(used))).contains("\n  workflow_call:\n"));
	}

	// dependabot changes all places at once
	@Test
	void anActionHasOneVersion() throws IOException {
		Map<String, String> versions = new TreeMap<>();
		for (Path workflow : workflows()) {
			for (String used : uses(workflow)) {
				if (!used.startsWith("./")) {
					String[] parts = used.split("@");
					assertThat(versions.merge(parts[0], parts[1], (first, second) -> first)).as(parts[0])
						.isEqualTo(parts[1]);
				}
			}
		}
		assertThat(versions).containsKeys("actions/checkout", "actions/attest", "github/codeql-action/analyze");
	}

	@ParameterizedTest
	@MethodSource("workflows")
	void rightsAreReadOnlyUnlessAJobAsksForMore(Path workflow) throws IOException {
		assertThat(Files.readString(workflow)).contains("\npermissions:\n  contents: read\n\n")
			.doesNotContain("write-all", "pull_request_target");
	}

	@Test
	void releaseCallsScriptsThatExist() throws IOException {
		List<String> scripts = Pattern.compile("(?:\\.ci|site)/[a-z]+")
			.matcher(Files.readString(FOLDER.resolve("release.yml")) + Files.readString(FOLDER.resolve("site.yml"))
					+ Files.readString(FOLDER.resolve("security.yml")))
			.results()
			.map((match) -> match.group())
			.filter((script) -> !script.equals("site/package"))
			.distinct()
			.toList();
		assertThat(scripts).contains(".ci/release", ".ci/reproducible", "site/build", "site/check")
			.allSatisfy((script) -> assertThat(ROOT.resolve(script)).isExecutable());
	}

	private static List<String> uses(Path workflow) throws IOException {
		return USES.matcher(Files.readString(workflow)).results().map((match) -> match.group(1)).toList();
	}

}
