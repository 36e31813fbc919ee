package io.github.lockstarter.documentation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of the properties has what the metadata has, and no document names another.
 */
@Tag("any-jdk")
class PropertyPageTests {

	@Test
	void everyPropertyHasItsRowWithItsDefault() {
		Map<String, String> documented = new TreeMap<>();
		for (List<String> row : rows("docs/properties.md")) {
			documented.put(plain(row.get(0)), plain(row.get(1)));
		}
		assertThat(documented).isEqualTo(Properties.ofTheMetadata());
	}

	@Test
	void everyPropertyThatADocumentNamesExists() {
		Set<String> known = Properties.ofAllModules();
		assertThat(Documents.forUsers()).allSatisfy((document) -> assertThat(document.code())
			.filteredOn((code) -> code.matches("distributed-lock\\.[a-z.-]+[a-z](=.*)?"))
			.allSatisfy((code) -> assertThat(known).as(document.name())
				.anyMatch((name) -> name.equals(code.substring(Properties.PREFIX.length()).replaceFirst("=.*", "")))));
	}

	@Test
	void everyPropertyOfAStoreInAnotherModuleIsKnown() {
		assertThat(Properties.ofAllModules()).contains("jdbc.initialize-schema", "jdbc.url", "zookeeper.connect-string",
				"zookeeper.token-offset", "etcd.endpoints", "etcd.session-ttl", "consul.endpoints", "consul.node");
	}

	/**
	 * The rows of a table of properties: its head says so.
	 */
	private static List<List<String>> rows(String document) {
		List<List<String>> rows = Documents.named(document).rows();
		int head = 0;
		while (!rows.get(head).get(0).equals("`" + Properties.PREFIX + "`")) {
			head++;
		}
		int end = head + 2;
		Set<String> known = Properties.ofTheMetadata().keySet();
		while (end < rows.size() && (known.contains(plain(rows.get(end).get(0))) || isProperty(rows.get(end)))) {
			end++;
		}
		return rows.subList(head + 2, end);
	}

	private static boolean isProperty(List<String> row) {
		return row.size() == 3 && row.get(0).matches("`[a-z]+(-[a-z]+)*(\\.[a-z]+(-[a-z]+)*)*`");
	}

	private static String plain(String cell) {
		return cell.replace("`", "");
	}

}
