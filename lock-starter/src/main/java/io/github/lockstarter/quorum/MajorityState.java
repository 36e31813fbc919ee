package io.github.lockstarter.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;

/**
 * Whether a quorum can be asked: a majority decides, also about this.
 */
final class MajorityState {

	private MajorityState() {
	}

	/**
	 * The state of the whole.
	 * @param nodes that of each node, by its address
	 */
	static StoreState of(Map<String, StoreState> nodes) {
		return new StoreState(majority(nodes, StoreState::commands), majority(nodes, StoreState::messages));
	}

	private static Link majority(Map<String, StoreState> nodes, Function<StoreState, Link> way) {
		List<Link> down = new ArrayList<>();
		int up = 0;
		for (Map.Entry<String, StoreState> node : nodes.entrySet()) {
			Link link = way.apply(node.getValue());
			if (link.condition() == Condition.UP) {
				up++;
			}
			else if (link.condition() == Condition.DOWN) {
				down.add(new Link(Condition.DOWN, node.getKey() + ": " + link.trouble(), link.since()));
			}
		}
		if (up > nodes.size() / 2) {
			return Link.UP;
		}
		// the one that broke the majority is somewhere among them
		return down.isEmpty() ? Link.UNKNOWN : down.get(down.size() - 1);
	}

}
