// The ways in which services sign requests with a secret that they share with the bot. The file of each service
// names the one it uses.

import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  readonly body: Buffer;
  /** By their lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** The webhook's URL as the service knows it. */
  readonly url: string;
  readonly secret: string;
  /** In seconds since 1970. */
  readonly now: number;
}

export interface SignatureScheme {
  /** The header, spelled as in the service's documentation. */
  readonly header: string;
  /** Whether the signed data differs between any two deliveries, so that the same signature twice is a replay. */
  readonly isUniquePerDelivery: boolean;
  /** The problem with a request's signature; undefined if it is valid. */
  errorOf(request: SignedRequest): string | undefined;
}

/** Compares two texts in constant time. */
export function isEqualConstantTime(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The error for a request without a signature. */
export const missingSignature = (header: string) =>
  `The request is not signed: the header ${header} is missing.`;
/** The error for a signature that does not match. */
export const wrongSignature = (header: string) =>
  `The signature in ${header} does not match the secret of this bot.`;

/** A check of the header's value; the header is known to be present. */
type SignatureForm = Pick<SignatureScheme, 'header' | 'isUniquePerDelivery'> & {
  /** The problem with the value; undefined if it is valid. */
  readonly errorOfValue: (value: string, request: SignedRequest) => string | undefined;
};

/** A signature in a header. */
export function headerSignature({ errorOfValue, ...description }: SignatureForm): SignatureScheme {
  return {
    ...description,
    errorOf(request) {
      const value = request.headers.get(description.header.toLowerCase());
      return value === undefined ? missingSignature(description.header) : errorOfValue(value, request);
    },
  };
}

/** The header contains the secret itself. */
export function tokenSignature(header: string, prefix = ''): SignatureScheme {
  return headerSignature({
    header,
    isUniquePerDelivery: false,
    errorOfValue: (value, { secret }) =>
      isEqualConstantTime(value, prefix + secret) ? undefined : wrongSignature(header),
  });
}

export interface HmacForm {
  readonly prefix?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  readonly encoding?: 'hex' | 'base64' | 'base64url';
  /** The signed parts, if not only the body. */
  readonly over?: (request: SignedRequest) => readonly (string | Buffer)[];
}

/** An HMAC of some parts with the secret, in the service's format. */
export function hmacOf(request: SignedRequest, parts: readonly (string | Buffer)[], form: HmacForm): string {
  const hmac = createHmac(form.algorithm ?? 'sha256', request.secret);
  for (const part of parts) hmac.update(part);
  return (form.prefix ?? '') + hmac.digest(form.encoding ?? 'hex');
}

/** The header contains a digest of the body, or several separated by commas, one for each active secret. */
export function digestSignature(header: string, form: HmacForm = {}): SignatureScheme {
  return headerSignature({
    header,
    isUniquePerDelivery: true,
    errorOfValue(value, request) {
      const expected = hmacOf(request, form.over?.(request) ?? [request.body], form);
      const candidates = value.split(',').map((candidate) => candidate.trim());
      return candidates.some((candidate) => isEqualConstantTime(candidate, expected))
        ? undefined
        : wrongSignature(header);
    },
  });
}

/** Any of several signatures, for services that changed theirs. The first whose header is present is checked. */
export function eitherOf(first: SignatureScheme, ...others: readonly SignatureScheme[]): SignatureScheme {
  const all = [first, ...others];
  return {
    header: first.header,
    isUniquePerDelivery: all.every((scheme) => scheme.isUniquePerDelivery),
    errorOf(request) {
      const sent = all.find(({ header }) => request.headers.has(header.toLowerCase()));
      return (sent ?? first).errorOf(request);
    },
  };
}
