// Signatures that are JSON Web Signatures: a token, signed by the secret, names the digest of the body.

import { createHash } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import { digestOf, isSame, type Signature, signatureIn, wrong } from './signatures.ts';

const PARTS = /^([\w-]{1,1000})\.([\w-]{1,1000})\.([\w-]{43})$/;

function decoded(part: string): Readonly<Record<string, unknown>> {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isRecord(value) ? value : {};
}

/**
 * The header holds a token signed by HS256, and nothing else: a token never chooses how it is checked. Its claims name who
 * made it (`iss`) and the body's digest (`sha256`, as hexadecimal digits).
 */
export function tokenOverBody(header: string, issuer: string): Signature {
  return signatureIn({
    header,
    tellsDeliveriesApart: true,
    problemOf(given, request) {
      const [, head, claims, signature] = PARTS.exec(given) ?? [];
      if (!head || !claims || !signature) return wrong(header);
      const hmac = digestOf(request, [`${head}.${claims}`], { encoding: 'base64url' });
      if (!isSame(signature, hmac) || decoded(head).alg !== 'HS256') return wrong(header);
      const { iss, sha256 } = decoded(claims);
      const digest = createHash('sha256').update(request.body).digest('hex');
      return iss === issuer && sha256 === digest ? undefined : wrong(header);
    },
  });
}
