# What the scripts of this folder have in common: the JDKs, the parts of a run, and what their reports say.
# Sourced with bash, in the root of the project.

# a file of the user may name another JDK than the part is for
export MAVEN_SKIP_RC=true

version_of() {
	"$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

default_home() {
	"${JAVA_HOME:+$JAVA_HOME/bin/}java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p'
}

# jdk VERSION: its home, which is the one in JAVA_<VERSION>_HOME, the default one, or one under /usr/lib/jvm. Fails if
# that variable names something else.
jdk() {
	local given="JAVA_$1_HOME" home
	if [[ -n ${!given:-} && $(version_of "${!given}") != "$1" ]]; then
		echo "$given is no JDK $1: ${!given}" >&2
		return 1
	fi
	for home in "${!given:-}" "$(default_home)" /usr/lib/jvm/*"$1"*; do
		if [[ -n $home && -x $home/bin/javac && $(version_of "$home") == "$1" ]]; then
			echo "$home"
			return
		fi
	done
}

# copy_tree FOLDER: the files of this tree, with what is not committed yet and without what a build has made
copy_tree() {
	mkdir -p "$1"
	git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
		if [[ -e $file ]]; then
			printf '%s\0' "$file"
		fi
	done | tar --null -T - -cf - | tar -xf - -C "$1"
}

# reports SINCE: the test reports that are newer than this file
reports() {
	find . -path '*/target/*-reports/TEST-*.xml' -newer "$1" -print0 | sort -z
}

# test_count SINCE: how many tests have run, or were skipped
test_count() {
	reports "$1" | xargs -0 -r grep -h -o '<testcase ' | wc -l | tr -d ' '
}

# untested COUNT COMMAND...: what is wrong if this command has run so many tests: Maven is green without any
untested() {
	if [[ $1 == 0 && $2 == mvn && " ${*:3} " == *" verify "* ]]; then
		echo "    no test was run"
	fi
}

# unrun TAG SINCE: the classes that have tests with this tag, but no report
unrun() {
	local ran file class
	ran=$(reports "$2" | tr '\0' '\n')
	sources_with "$1" | while read -r file; do
		class=${file##*/}
		if ! grep -q "/TEST-.*\.${class%.*}\.xml$" <<< "$ran"; then
			echo "    ${file#./}"
		fi
	done
}

# a function of awk: one line of text without the escapes of XML
plain='
	function plain(text) {
		gsub(/(&#1[03];|&#9;| )+/, " ", text); sub(/^ /, "", text)
		gsub(/&quot;/, "\"", text); gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text)
		gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text)
		return text
	}'

# red_tests SINCE: the red tests, each with its cause and its line. Of a long run only the end may be kept.
red_tests() {
	reports "$1" | xargs -0 -r awk "$plain"'
		FNR == 1 { module = FILENAME; sub(/^\.\//, "", module); sub(/\/target\/.*/, "", module) }
		/<testcase / {
			name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name)
			type = $0; sub(/.* classname="/, "", type); sub(/".*/, "", type); sub(/.*\./, "", type)
			place = ""
		}
		/^ *<(failure|error)[ >]/ {
			print "    " module ": " type "." name
			why = $0
			if (sub(/.* message="/, "", why)) {
				sub(/".*/, "", why)
			}
			else {
				sub(/.* type="/, "", why); sub(/".*/, "", why)
			}
			why = plain(why)
			print "        " (length(why) > 400 ? substr(why, 1, 400) " ..." : why)
			place = type ".java:"
		}
		place != "" && index($0, "(" place) {
			line = substr($0, index($0, "(" place) + 1); sub(/\).*/, "", line)
			print "        at " line
			place = ""
		}'
}

# skipped_tests SINCE: how many tests were skipped, for each reason
skipped_tests() {
	reports "$1" | xargs -0 -r awk "$plain"'
		/<skipped/ {
			why = $0
			# an attribute, or the first line of the trace of an assumption that failed
			if (sub(/.*<skipped message="/, "", why)) {
				sub(/".*/, "", why)
			}
			else if (!sub(/.*<!\[CDATA\[[A-Za-z0-9_.$]*: /, "", why)) {
				why = "no reason given"
			}
			sub(/^Assumption failed: /, "", why); sub(/\]\]>.*/, "", why)
			count[plain(why)]++
		}
		END {
			for (why in count) {
				print "    " count[why] " skipped: " why
			}
		}' | sort
}

# sources_with TAG: the files that have tests with this tag
sources_with() {
	grep -rl --include='*.java' --include='*.kt' "@Tag(\"$1\")" . | grep /src/test/
}

# modules_with TAG: the modules that have tests with this tag. The others would be built for nothing.
modules_with() {
	sources_with "$1" | sed 's,^\./,,; s,/src/test/.*,,' | sort -u |
		while read -r folder; do
			# a module may have more folders of sources than one
			while [[ ! -f $folder/pom.xml && $folder == */* ]]; do
				folder=${folder%/*}
			done
			echo "$folder"
		done | sort -u | paste -sd, -
}

# once_per_clone: ends this run if another one is at work in the same clone, because both would write to target
once_per_clone() {
	if command -v flock > /dev/null; then
		exec 9< .
		if ! flock -n 9; then
			echo "Another run is at work in this clone: wait for it, or use a clone of your own" >&2
			exit 1
		fi
	fi
}

# How long a part may take: one that hangs is red, and the others run all the same.
part_limit=30m
reds=()
notes=()

# processor_seconds FILE: user and system time of all commands that this shell has run, as "times" has written them
processor_seconds() {
	awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, parts, /[ms]/); sum += parts[1] * 60 + parts[2] } print int(sum) }' "$1"
}

# limited COMMAND...: becomes the command, for as long as a part may take. What ignores its end is killed a minute later.
limited() {
	if command -v timeout > /dev/null; then
		exec timeout --kill-after=60 "$part_limit" "$@" < /dev/null 9>&-
	fi
	exec "$@" < /dev/null 9>&-
}

# start COMMAND...: runs it in the background, limited, and in a process group of its own, so that all of it can be
# ended; "started" is its process
start() {
	set -m
	limited "$@" &
	started=$!
	set +m
}

# the processes, and process groups, of the parts that run now
part_pid=
beside_pid=

# verdict NAME STATUS WHEN RED: says how a part has ended, and remembers what was red
verdict() {
	local name=$1 status=$2 when=$3 red=$4
	if [[ $status == 124 ]]; then
		echo "==> $name: did not end within $part_limit"
	fi
	if [[ $status == 0 && -z $red ]]; then
		echo "==> $name: green $when"
	else
		echo "==> $name: RED $when"
		reds+=("$name${red:+$'\n'}$red")
	fi
}

# part NAME COMMAND...: runs the command, and remembers what was red
part() {
	local name=$1 begin=$SECONDS status=0 mark red skipped cost worked count
	shift
	mark=$(mktemp)
	cost=$(mktemp)
	times > "$cost"
	worked=$(processor_seconds "$cost")
	echo "==> $name: $*"
	start "$@"
	part_pid=$started
	wait "$part_pid" || status=$?
	part_pid=
	times > "$cost"
	worked=$(($(processor_seconds "$cost") - worked))
	count=$(test_count "$mark")
	red=$(red_tests "$mark"; untested "$count" "$@")
	skipped=$(skipped_tests "$mark")
	if [[ -n $skipped ]]; then
		notes+=("$name:"$'\n'"$skipped")
	fi
	rm -f "$mark" "$cost"
	verdict "$name" "$status" "after $((SECONDS - begin)) s, $worked processor seconds, $count tests" "$red"
}

# beside NAME COMMAND...: starts a part that runs beside the next one, whose files it only reads; "await_beside" ends it
beside() {
	beside_name=$1
	shift
	echo "==> $beside_name, beside the next part: $*"
	beside_output=$(mktemp)
	start "$@" > "$beside_output" 2>&1
	beside_pid=$started
}

# await_beside: waits for the part that was started beside others, prints what it has said, and remembers what was red
await_beside() {
	local status=0
	wait "$beside_pid" || status=$?
	beside_pid=
	cat "$beside_output"
	rm -f "$beside_output"
	verdict "$beside_name" "$status" "beside the part before" ""
}

# A red test does not keep those of the same module, and of modules that need it, from running: the reports say what
# was red.
tests=(mvn -B --fail-at-end -Dmaven.test.failure.ignore=true)
