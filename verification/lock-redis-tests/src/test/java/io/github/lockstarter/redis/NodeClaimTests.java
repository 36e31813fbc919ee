package io.github.lockstarter.redis;

import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which of several nodes is the master, by what they say of their replication.
 */
class NodeClaimTests {

	private static final NodeClaim MASTER = new NodeClaim(true, "a", "z", false);

	private static final NodeClaim REPLICA = new NodeClaim(false, "a", "", false);

	private static final NodeClaim PROMOTED = new NodeClaim(true, "b", "a", true);

	private static final NodeClaim PROMOTED_LATER = new NodeClaim(true, "c", "b", true);

	private static final NodeClaim STRANGER = new NodeClaim(true, "s", "", false);

	@Test
	void sectionOfInfoIsRead() {
		assertThat(NodeClaim.of("""
				# Replication\r
				role:master\r
				connected_slaves:0\r
				master_replid:b\r
				master_replid2:a\r
				master_repl_offset:64\r
				second_repl_offset:15\r
				repl_backlog_active:1\r
				repl_backlog_first_byte_offset:1\r
				""", null)).isEqualTo(PROMOTED);
		assertThat(NodeClaim.of("role:slave\nmaster_replid:a\nsecond_repl_offset:-1", null)).isEqualTo(REPLICA);
	}

	@Test
	void whatWasFoundInAFileWasNotFollowed() {
		NodeClaim restarted = new NodeClaim(true, "b", "a", false);
		assertThat(NodeClaim.of("role:master\nmaster_replid:b\nmaster_replid2:a\nsecond_repl_offset:65\n"
				+ "repl_backlog_first_byte_offset:65", null))
			.isEqualTo(restarted);
		assertThat(master(0, true, MASTER, restarted)).isZero();
		assertThat(NodeClaim.areContradictory(claims(MASTER, restarted))).isTrue();
	}

	@Test
	void whatWasSeenAsAReplicaWasPromotedHoweverMuchItHasWrittenSince() {
		String info = "role:master\nmaster_replid:b\nmaster_replid2:a\nsecond_repl_offset:15\n"
				+ "repl_backlog_first_byte_offset:747536";
		assertThat(NodeClaim.of(info, null).promoted()).isFalse();
		assertThat(NodeClaim.of(info, REPLICA)).isEqualTo(PROMOTED);
		assertThat(NodeClaim.of(info, PROMOTED)).isEqualTo(PROMOTED);
		assertThat(NodeClaim.of(info, PROMOTED_LATER).promoted()).isFalse();
	}

	@Test
	void masterStaysTheMaster() {
		assertThat(master(0, true, MASTER, REPLICA)).isZero();
		assertThat(master(0, false, MASTER, REPLICA)).isZero();
	}

	@Test
	void replicaIsNotTheMaster() {
		assertThat(master(0, true, REPLICA, MASTER, STRANGER)).isEqualTo(1);
		assertThat(master(1, false, REPLICA, REPLICA, MASTER)).isEqualTo(2);
		assertThat(master(2, false, MASTER, REPLICA, REPLICA)).isZero();
	}

	@Test
	void replicaOfTheMasterThatWasPromotedIsTheMaster() {
		assertThat(master(0, true, MASTER, PROMOTED)).isEqualTo(1);
		assertThat(master(1, true, MASTER, PROMOTED)).isEqualTo(1);
		assertThat(master(0, true, MASTER, PROMOTED_LATER, PROMOTED)).isEqualTo(1);
	}

	@Test
	void masterThatHasNothingToDoWithItIsNoReasonToLeave() {
		assertThat(master(0, true, MASTER, STRANGER)).isZero();
		assertThat(master(1, true, MASTER, STRANGER)).isEqualTo(1);
	}

	@Test
	void whoSaysNothingIsLeftIfThereIsNoConnection() {
		assertThat(master(0, true, null, MASTER)).isZero();
		assertThat(master(0, false, null, MASTER)).isEqualTo(1);
		assertThat(master(0, true, REPLICA, REPLICA, null)).isEqualTo(2);
		assertThat(master(0, true, REPLICA, REPLICA)).isZero();
		assertThat(master(0, false, null, REPLICA)).isZero();
		assertThat(master(0, false, null, null)).isZero();
	}

	@Test
	void emptyHistoryIsNobodys() {
		NodeClaim silent = new NodeClaim(true, "", "", true);
		assertThat(master(0, true, silent, silent)).isZero();
		assertThat(NodeClaim.areContradictory(claims(silent, silent))).isTrue();
	}

	@Test
	void onlyMastersThatDoNotFollowEachOtherContradict() {
		assertThat(NodeClaim.areContradictory(claims(MASTER, REPLICA))).isFalse();
		assertThat(NodeClaim.areContradictory(claims(MASTER, PROMOTED))).isFalse();
		assertThat(NodeClaim.areContradictory(claims(PROMOTED_LATER, MASTER, PROMOTED))).isFalse();
		assertThat(NodeClaim.areContradictory(claims(MASTER, STRANGER))).isTrue();
	}

	private static int master(int at, boolean standing, NodeClaim... claims) {
		return NodeClaim.master(claims(claims), at, claims.length, standing);
	}

	private static TreeMap<Integer, NodeClaim> claims(NodeClaim... claims) {
		TreeMap<Integer, NodeClaim> places = new TreeMap<>();
		for (int i = 0; i < claims.length; i++) {
			if (claims[i] != null) {
				places.put(i, claims[i]);
			}
		}
		return places;
	}

}
