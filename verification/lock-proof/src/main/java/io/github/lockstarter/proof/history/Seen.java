package io.github.lockstarter.proof.history;

import java.util.List;
import java.util.Set;

/**
 * What was seen in Redis.
 *
 * @param sightings the owners, each time that their lease had another end
 * @param taken for how long each of them was the owner
 * @param queues the queues, each time that one had more places for as many waiters
 * @param subscriptions how many each client has, each time that it was another number
 * @param leftovers what was wrong when all was over
 */
public record Seen(List<Sighting> sightings, List<Taken> taken, List<Queue> queues, List<Subscriptions> subscriptions,
		List<String> leftovers) {

	Seen without(Set<String> owners) {
		return new Seen(this.sightings.stream().filter((sighting) -> !owners.contains(sighting.owner())).toList(),
				this.taken.stream().filter((time) -> !owners.contains(time.owner())).toList(), this.queues,
				this.subscriptions, this.leftovers);
	}

}
