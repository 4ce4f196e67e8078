import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (name: string) => readFileSync(`deploy/${name}`, "utf8");

/** `npm run test:proxy` tries the same on the programs themselves. */
describe("the shipped proxy files", () => {
  it("R972 nginx redirects to its own name, refuses calls on port 80, and writes no token", () => {
    const file = read("nginx.conf");
    const [plain = "", secure = ""] = file.split(/^server \{$/m).slice(1);
    expect(plain).toContain("return 308 https://$server_name$request_uri;");
    expect(plain).toMatch(/location \/api\/ \{\s+return 403;/);
    expect(file).not.toContain("$host");
    expect(secure).toMatch(/ssl_ciphers [\w:-]+;/);
    expect(secure).not.toMatch(/ssl_ciphers .*(CBC|SHA;|SHA:|RC4|3DES)/);
    for (const server of [plain, secure]) {
      expect(server).toMatch(/error_log \S+ crit;/);
      for (const header of ["Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"])
        expect(server).toMatch(new RegExp(`add_header ${header} \\$\\w+ always;`));
    }
    expect(secure).toMatch(
      /location ~ \^\/\(u\/\|api\/auth\/callback\$\) \{\s+error_log \/dev\/null emerg;/,
    );
  });

  it("R972 Caddy does the same", () => {
    const file = read("Caddyfile");
    expect(file).toContain("exclude http.log.error http.handlers.reverse_proxy");
    expect(file).toContain("redir https://market.college.edu{uri} 308");
    expect(file).toMatch(/handle \/api\/\* \{\s+respond 403/);
    expect(file.match(/import own-answers/g)).toHaveLength(2);
  });

  it("R972 the page of the database cluster begins with what its network must be", () => {
    const [, first = ""] = readFileSync("docs/operate/cluster.md", "utf8").split("\n\n");
    expect(first).toContain("The network between these machines must be private:");
  });
});
