import { spawnSync } from "node:child_process";

/** Node would accept connections itself, so Perl opens the socket and then runs this program again. */
const opener = `use Socket; $^F = 99; my @sockets;
for my $port (split /,/, shift @ARGV) {
  my $socket; socket($socket, PF_INET, SOCK_STREAM, 0) && setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1)
    && bind($socket, sockaddr_in($port, inet_aton("127.0.0.1"))) && listen($socket, 4096) or die "port $port: $!";
  push @sockets, $socket;
}
$ENV{HELD_SOCKETS} = join ",", map { fileno $_ } @sockets; exec @ARGV`;

/**
 * Opens loopback sockets that only the processes they are passed to accept from.
 * @returns their descriptors; it does not return where it has to begin again under Perl
 */
export function holdSockets(ports: readonly number[]): number[] {
  const held = process.env["HELD_SOCKETS"];
  if (held !== undefined) return held.split(",").map(Number);
  const [name = ""] = process.argv.slice(1);
  // proofs/run.ts has removed the proof's name from its arguments.
  const again = [process.execPath, name, "rolling-restart", ...process.argv.slice(2)];
  const { status } = spawnSync("perl", ["-e", opener, "--", ports.join(), ...again], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}
