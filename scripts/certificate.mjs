// Certificates for tests and measurements on https.
import { generate } from "selfsigned";

/** @typedef {{ cert: string, private: string, public: string }} Certificate in PEM */

/**
 * A certificate for the name, good for a day.
 * @param {string} name
 * @returns {Promise<Certificate>}
 */
export function makeCertificate(name) {
  return generate([{ name: "commonName", value: name }], {
    notAfterDate: new Date(Date.now() + 86_400_000),
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
  });
}
