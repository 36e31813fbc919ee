package io.github.lockstarter.sample.app.registration;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

/**
 * Users in Redis, as a store without unique constraints keeps them: a hash for each user
 * at {@code sample:user:<id>}, and a list of ids for each name at
 * {@code sample:users:<name>}. Nothing here stops two users of one name; that is the
 * lock's job.
 */
@Repository
public class UserStore {

	private static final String ID_SEQUENCE = "sample:user-id";

	private static final String USER = "sample:user:";

	private static final String IDS_BY_NAME = "sample:users:";

	private final StringRedisTemplate redis;

	UserStore(StringRedisTemplate redis) {
		this.redis = redis;
	}

	Optional<User> findByName(String userName) {
		return findAllByName(userName).stream().findFirst();
	}

	List<User> findAllByName(String userName) {
		List<String> ids = this.redis.opsForList().range(IDS_BY_NAME + userName, 0, -1);
		return ids.stream().map((id) -> load(Long.parseLong(id), userName)).toList();
	}

	/**
	 * The names of all users.
	 * @return the names, sorted
	 */
	public SortedSet<String> findNames() {
		SortedSet<String> names = new TreeSet<>();
		scan(IDS_BY_NAME).forEach((key) -> names.add(key.substring(IDS_BY_NAME.length())));
		return names;
	}

	long nextId() {
		return this.redis.opsForValue().increment(ID_SEQUENCE);
	}

	/**
	 * Stores a user. The name comes last: a user is found when all of it is there.
	 * @param user the user to store
	 */
	void save(User user) {
		this.redis.<String, String>opsForHash()
			.putAll(USER + user.id(),
					Map.of("userName", user.userName(), "registeredAt", user.registeredAt().toString()));
		this.redis.opsForList().rightPush(IDS_BY_NAME + user.userName(), Long.toString(user.id()));
	}

	/**
	 * Deletes whoever has a name.
	 * @param userName the name
	 */
	public void delete(String userName) {
		findAllByName(userName).forEach((user) -> this.redis.delete(USER + user.id()));
		this.redis.delete(IDS_BY_NAME + userName);
	}

	private User load(long id, String userName) {
		String registeredAt = this.redis.<String, String>opsForHash().get(USER + id, "registeredAt");
		return new User(id, userName, (registeredAt != null) ? Instant.parse(registeredAt) : Instant.EPOCH);
	}

	private List<String> scan(String prefix) {
		try (Cursor<String> keys = this.redis.scan(ScanOptions.scanOptions().match(prefix + "*").build())) {
			return keys.stream().distinct().toList();
		}
	}

}
