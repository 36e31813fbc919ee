package io.github.lockstarter.etcd;

import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.PlaceKeys;

/**
 * The layout of keys in etcd. The number of a place is the revision that created it.
 */
final class LockKeys extends PlaceKeys {

	LockKeys(String root, String prefix, String holderLabel) {
		super(root, prefix, holderLabel);
	}

	static Place place(Json found) {
		return place(found.at("key").decoded(), found.at("value").decoded(), found.at("create_revision").number());
	}

	static long revisionOf(Place place) {
		return numberOf(place);
	}

	// The first key after all keys with this prefix, which ends with a slash.
	static String behind(String begin) {
		return begin.substring(0, begin.length() - 1) + "0";
	}

}
