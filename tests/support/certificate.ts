// Self-signed certificates for tests, built byte by byte without an external program.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts);
/** SHA-256 with RSA. */
const METHOD = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const instant = (text: string) => tagged(0x17, Buffer.from(text));

export interface KeyAndCertificate {
  readonly key: KeyObject;
  /** PEM. */
  readonly keyText: string;
  /** PEM. */
  readonly certificate: string;
}

/** An RSA key with its certificate. */
export function selfSigned(bits = 2048): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('for tests')))));
  const content = sequence(
    tagged(0x02, Buffer.from([1])),
    METHOD,
    name,
    sequence(instant('250101000000Z'), instant('491231235959Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const base64 = sequence(content, METHOD, signature).toString('base64');
  return {
    key: privateKey,
    keyText: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replace(/(.{64})/g, '$1\n').trim()}\n-----END CERTIFICATE-----\n`,
  };
}
