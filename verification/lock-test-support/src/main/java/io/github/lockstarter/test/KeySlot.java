package io.github.lockstarter.test;

import java.nio.charset.StandardCharsets;

/**
 * The slot of a key: the CRC16 of XMODEM, as the specification of Redis Cluster has it.
 */
final class KeySlot {

	private KeySlot() {
	}

	static int of(String key) {
		int open = key.indexOf('{');
		int close = key.indexOf('}', open + 1);
		String hashed = (open >= 0 && close > open + 1) ? key.substring(open + 1, close) : key;
		int crc = 0;
		for (byte b : hashed.getBytes(StandardCharsets.UTF_8)) {
			crc ^= (b & 0xff) << 8;
			for (int bit = 0; bit < 8; bit++) {
				crc = ((crc & 0x8000) != 0) ? (crc << 1) ^ 0x1021 : crc << 1;
			}
		}
		return (crc & 0xffff) % TestRedisCluster.SLOTS;
	}

}
