// Signatures in the form of JSON Web Signatures: a token signed with the secret contains a digest of the body.

import { createHash } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import {
  headerSignature,
  hmacOf,
  isEqualConstantTime,
  type SignatureScheme,
  wrongSignature,
} from './webhook-signatures.ts';

const PARTS = /^([\w-]{1,1000})\.([\w-]{1,1000})\.([\w-]{43})$/;

function decodePart(part: string): Readonly<Record<string, unknown>> {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isRecord(value) ? value : {};
}

/**
 * The header contains a token signed with HS256; the token's header never chooses the algorithm. Its claims
 * contain the issuer (`iss`) and the SHA-256 digest of the body (`sha256`, in hexadecimal).
 */
export function bodyTokenSignature(header: string, issuer: string): SignatureScheme {
  return headerSignature({
    header,
    isUniquePerDelivery: true,
    errorOfValue(token, request) {
      const [, head, claims, signature] = PARTS.exec(token) ?? [];
      if (!head || !claims || !signature) return wrongSignature(header);
      const hmac = hmacOf(request, [`${head}.${claims}`], { encoding: 'base64url' });
      if (!isEqualConstantTime(signature, hmac) || decodePart(head).alg !== 'HS256')
        return wrongSignature(header);
      const { iss, sha256 } = decodePart(claims);
      const digest = createHash('sha256').update(request.body).digest('hex');
      return iss === issuer && sha256 === digest ? undefined : wrongSignature(header);
    },
  });
}
