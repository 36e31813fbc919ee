package io.github.lockstarter.benchmark.report;

/**
 * What is measured.
 */
public enum Metric {

	THROUGHPUT("throughput", "pairs/s"),

	MEDIAN("median latency", "us"),

	P99("99th percentile", "us"),

	LONGEST("longest pair", "ms"),

	FAIRNESS("fairness", "Jain"),

	REQUESTS_PER_PAIR("requests", "per pair"),

	COMMANDS_PER_PAIR("commands in Redis", "per pair"),

	REDIS_CPU_PER_PAIR("Redis CPU", "us/pair"),

	BYTES_PER_PAIR("bytes both ways", "B/pair"),

	ALLOCATED_PER_PAIR("allocated by all threads", "B/pair"),

	ALLOCATED_BY_CALLER("allocated by the caller", "B/pair"),

	CONNECTIONS("connections", "of an instance"),

	HAND_OVER("hand-over", "us"),

	REQUESTS_PER_SECOND("requests", "per s"),

	COMMANDS_PER_SECOND("commands in Redis", "per s"),

	REDIS_CPU_PER_SECOND("Redis CPU", "us/s"),

	JVM_CPU_PER_SECOND("JVM CPU", "us/s"),

	MEMORY_PER_LOCK("memory in Redis", "B/lock"),

	COST("cost of a call", "us"),

	DIFFERENCE("annotation minus template", "us"),

	ROUND_TRIP("round trip of a PING", "us"),

	ROUND_TRIPS_PER_PAIR("median latency in round trips", "per pair");

	private final String title;

	private final String unit;

	Metric(String title, String unit) {
		this.title = title;
		this.unit = unit;
	}

	public String title() {
		return this.title;
	}

	public String unit() {
		return this.unit;
	}

}
