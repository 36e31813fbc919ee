package io.github.lockstarter.sample.stage.nodes;

import java.util.List;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.live.EventHub;

/**
 * Tells open pages twice a second what the nodes are. Nobody else is asked, so that a
 * death is told while others still wait for an answer of the dead.
 */
@Component
class NodeWatch {

	private final EventHub hub;

	private final NodeBoard board;

	NodeWatch(EventHub hub, NodeBoard board) {
		this.hub = hub;
		this.board = board;
	}

	@Scheduled(fixedDelay = 500)
	void look() {
		if (this.hub.hasPages() && !this.board.kind().isEmpty()) {
			this.hub.send("nodes", new Nodes(this.board.kind(), this.board.allAtOnce()));
		}
	}

	/**
	 * How the nodes stand.
	 *
	 * @param kind what they are together, CLUSTER or QUORUM
	 * @param nodes the nodes
	 */
	record Nodes(String kind, List<NodeState> nodes) {

	}

}
