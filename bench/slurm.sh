#!/bin/sh
# Counterpoise on a real Slurm, on this machine alone: an array runs, a task of it is killed in the middle, the same
# command again completes it, and the tables are those of a local run, to the byte.
#
#   bench/slurm.sh             needs root, and Debian's packages slurm-wlm and munge
#   bench/slurm.sh --install   installs these first
#
# It starts munged, slurmctld and slurmd of its own, on ports of their own and with all files in a temporary folder,
# and stops them when it ends. A few minutes on two cores. KEEP=1 keeps the folder, to look at scripts and logs.
set -eu

die() { echo "slurm.sh: $*" >&2; exit 1; }
say() { echo "== $*"; }

here=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || die "run this as root: slurmctld and slurmd want it"
if [ "${1-}" = --install ]; then
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurm-wlm munge >/dev/null
fi
export PATH="$PATH:/usr/sbin"
for program in munged slurmctld slurmd sbatch squeue; do
	command -v $program >/dev/null 2>&1 || die "$program is missing; $0 --install brings it"
done

# drained waits until no job is left.
drained() { while [ -n "$(squeue --noheader)" ]; do sleep 1; done; }

unset SLURM_CONF # until the sandbox has its own
work=$(mktemp -d)
chmod 755 "$work"
pids=
stop() {
	if [ -n "${SLURM_CONF-}" ] && scancel --user=root 2>/dev/null; then drained; fi
	for pid in $pids; do kill "$pid" 2>/dev/null || true; done
	wait
	[ -n "${KEEP-}" ] && echo "kept $work" || rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM

# The key of munge is the sandbox's own, its owner the one that runs munged.
mkdir "$work/munge" && chmod 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key" && chmod 400 "$work/munge/key"
mkdir "$work/socket"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/socket/munge" --pid-file="$work/munge/pid" \
	--seed-file="$work/munge/seed" --log-file="$work/munge/log" 2>/dev/null &
pids="$pids $!"

host=$(hostname -s)
mkdir "$work/ctld" "$work/slurmd"
cat >"$work/slurm.conf" <<CONF
ClusterName=sandbox
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/socket/munge
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
StateSaveLocation=$work/ctld
SlurmdSpoolDir=$work/slurmd
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
case $(slurmctld -V) in
*" 2"[012].*) ;; # these do without cgroups unasked
*) echo "CgroupPlugin=disabled" >"$work/cgroup.conf" ;;
esac
export SLURM_CONF="$work/slurm.conf"
slurmctld -D -c >/dev/null 2>&1 &
pids="$! $pids"
slurmd -D -c >/dev/null 2>&1 &
pids="$! $pids"
tries=0
until sinfo --noheader --format=%t 2>/dev/null | grep -q idle; do
	tries=$((tries + 1))
	if [ $tries -ge 40 ]; then
		for log in "$work"/*.log; do echo "$log:" && tail -n 5 "$log"; done >&2
		die "Slurm did not start (its logs end above)"
	fi
	sleep 1
done
say "$(slurmctld -V) on $host"

records() { cat "$1"/records*.jsonl 2>/dev/null | wc -l; }

plan="E1 --trials 3 --rollouts 4 --steps 80 --films=false"
# One program for all: records name the commit that made them, and the clone may move on meanwhile.
"$here/counterpoise" version >/dev/null
cp "$here/.build/counterpoise" "$work/counterpoise"
counterpoise=$work/counterpoise
export GODEBUG=asyncpreemptoff=1 # as the script counterpoise has it
say "a local run, to compare with"
"$counterpoise" run $plan --out "$work/local" >"$work/local.txt" 2>/dev/null

say "an array"
"$counterpoise" slurm $plan --out "$work/a cluster" --tasks 4 --submit | sed "s|$work|WORK|g"
until [ "$(records "$work/a cluster")" -ge 2 ]; do sleep 0.2; done
killed=$(squeue --noheader --array --states=RUNNING --format=%K | head -n 1)
say "kill -9 of the process of task $killed"
kill -9 "$(pgrep -f "^$work.*/001/$killed.cells")"
until ! squeue --noheader --array --format=%K | grep -qx "$killed"; do sleep 0.2; done
say "the same command while the others run"
"$counterpoise" slurm $plan --out "$work/a cluster" --tasks 2 2>&1 | sed "s|$work|WORK|g"
drained
[ ! -e "$work/a cluster/E1.md" ] || die "there are tables, though policies are missing"
say "the tables' job said: $(tail -n 1 "$work/a cluster/slurm/001/collect.log")"
say "$(records "$work/a cluster") of $(records "$work/local") records are there; the same command again"
"$counterpoise" slurm $plan --out "$work/a cluster" --tasks 4 --submit 2>&1 | sed "s|$work|WORK|g"
drained
say "and once more"
"$counterpoise" slurm $plan --out "$work/a cluster" --submit | sed "s|$work|WORK|g"

say "comparing"
ls "$work/a cluster" | tr '\n' ' '
echo
for f in E1.md $(cd "$work/local" && echo tables/*); do
	diff "$work/local/$f" "$work/a cluster/$f" || die "$f differs from the local run's"
done
made=$(records "$work/a cluster")
[ "$made" = "$(records "$work/local")" ] || die "$made records in place of $(records "$work/local")"
say "passed: E1.md and $(ls "$work/local/tables" | wc -l) tables are byte-identical to a local run"
