import { existsSync } from "node:fs";
import { connect, getCACertificates, type PeerCertificate } from "node:tls";
import { explain, isUntrusted } from "../../config/cause.ts";
import { sendRequest } from "../../operations/send-request.ts";
import { type Finding, fix } from "./finding.ts";

/** Files in which systems keep their trusted authorities. */
const systemFiles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];

/** Makes the finding for a server that cannot be used; for an unknown authority it names that and the fix. */
export async function unusable(
  part: string,
  what: string,
  address: string,
  error: unknown,
): Promise<Finding> {
  const { cause, fix: how } = explain(error);
  const isUntrustedHost = isUntrusted(error) && address.startsWith("https:");
  return fix(part, `${what}: ${cause}`, isUntrustedHost ? await wayToTrust(address) : how);
}

async function wayToTrust(address: string): Promise<string> {
  const file = systemFiles.find((path) => existsSync(path));
  const isKnownToSystem = await sendRequest(address, { ca: getCACertificates("system") }).then(
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
