import { existsSync } from "node:fs";
import { connect, getCACertificates, type PeerCertificate } from "node:tls";
import { explain, isUntrusted } from "../../config/cause.ts";
import { ask } from "../../operations/ask.ts";
import { type Finding, mend } from "./finding.ts";

/** Where systems keep the authorities that they trust, in one file. */
const systemFiles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];

/** The finding for a server that cannot be used; of an unknown authority it says who that is and what would help. */
export async function unusable(
  part: string,
  what: string,
  address: string,
  error: unknown,
): Promise<Finding> {
  const { cause, mend: how } = explain(error);
  const isStranger = isUntrusted(error) && address.startsWith("https:");
  return mend(part, `${what}: ${cause}`, isStranger ? await wayToTrust(address) : how);
}

async function wayToTrust(address: string): Promise<string> {
  const file = systemFiles.find((path) => existsSync(path));
  const isKnownToSystem = await ask(address, { ca: getCACertificates("system") }).then(
    () => true,
    () => false,
  );
  if (isKnownToSystem && file !== undefined)
    return `This computer's own list knows it: set NODE_EXTRA_CA_CERTS=${file}`;
  const signer = await signerOf(address);
  return `It is signed by ${signer}: save the certificate of that authority as a file (PEM), and set NODE_EXTRA_CA_CERTS to its path`;
}

function signerOf(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(
      {
        host: hostname,
        port: Number(port) || 443,
        servername: hostname,
        rejectUnauthorized: false,
      },
      () => {
        const { issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
        resolve(`"${issuer?.CN ?? issuer?.O ?? "an authority without a name"}"`);
        socket.destroy();
      },
    );
    socket.on("error", () => resolve("an unknown authority"));
  });
}
