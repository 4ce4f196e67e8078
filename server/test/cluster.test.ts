// The files of deploy/patroni; `npm run proof -- patroni` runs them.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) =>
  readFileSync(new URL(`../../deploy/patroni/${name}`, import.meta.url), "utf8");
const patroni = read("patroni.yml");
const setting = (name: string) => new RegExp(`^ *${name}: (.*)$`, "m").exec(patroni)?.[1];

it("R801 the cluster confirms a change on two machines and replaces a silent primary after 7 s", () => {
  expect(setting("synchronous_mode")).toBe("true");
  const [ttl, wait, retry] = ["ttl", "loop_wait", "retry_timeout"].map((name) =>
    Number(setting(name)),
  );
  expect(ttl).toBe(7);
  expect(Number(wait) + 2 * Number(retry)).toBeLessThanOrEqual(Number(ttl));
});

it("R801 all files of the cluster speak of the same machines, and etcd of the interface that Patroni uses", () => {
  const nodes = ["node1=10.0.0.11", "node2=10.0.0.12", "node3=10.0.0.13"];
  const etcd = read("etcd");
  const [, cluster = ""] = /^ETCD_INITIAL_CLUSTER=(.*)$/m.exec(etcd) ?? [];
  expect(cluster.split(",")).toEqual(nodes.map((node) => `${node.replace("=", "=http://")}:2380`));
  const servers = [...read("haproxy.cfg").matchAll(/^ +server (\S+) (\S+):5432$/gm)];
  expect(servers.map(([, name, address]) => `${name}=${address}`)).toEqual(nodes);
  expect(patroni).toMatch(/^etcd:\n(?: +#.*\n)* +hosts: "@OTHERS@"\n +use_proxies: true$/m);
  expect(etcd).toMatch(/^ETCD_ENABLE_V2=true$/m);
  // Otherwise a primary that was cut off can take its place back (decision 080).
  expect(etcd).toMatch(/^ETCD_PRE_VOTE=true$/m);
});
