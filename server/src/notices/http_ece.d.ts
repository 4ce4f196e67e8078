declare module "http_ece" {
  import type { ECDH } from "node:crypto";
  type Parameters = {
    version: "aes128gcm";
    /** The sender's key for one message */
    privateKey: ECDH;
    /** The reader's public key and secret, base64url */
    dh: string;
    authSecret: string;
  };
  export function encrypt(text: Buffer, parameters: Parameters): Buffer;
}
