// Runs the real Caddy with deploy/Caddyfile, for tests and measurements.
import { startProxyProgram } from "./nginx.mjs";

/**
 * Starts Caddy with the documented file, on loopback. Only names, ports and paths are replaced, and HTTP/3 is off: browsers
 * trust no certificate of a test there.
 * @param {import("./nginx.mjs").InFront} options
 */
export function startCaddy(options) {
  const { domain, ports, processes } = options;
  return startProxyProgram(options, {
    program: "caddy",
    documented: "Caddyfile",
    replacements: (file) => [
      [
        "{\n\t# Lines",
        `{
	admin off
	auto_https disable_certs
	default_bind 127.0.0.1
	http_port ${ports.http}
	https_port ${ports.https}
	skip_install_trust
	servers {
		protocols h1 h2
	}
	# Lines`,
      ],
      ["http:// {", `http://:${ports.http} {`],
      [
        "\nmarket.college.edu {",
        `
${domain} {
	tls ${file("fullchain.pem")} ${file("privkey.pem")}`,
      ],
      ["https://market.college.edu{uri}", `https://${domain}{uri}`],
      ["127.0.0.1:3000", `127.0.0.1:${processes[0]} 127.0.0.1:${processes[1]}`],
    ],
    arguments: (file) => ["run", "--adapter", "caddyfile", "--config", file("Caddyfile")],
  });
}
