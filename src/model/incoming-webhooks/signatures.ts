// How services show that a request is their own, by a secret that they share with the bot. Each file of an integration
// says which of these its service does.

import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  readonly body: Buffer;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The address as the service knows it. */
  readonly url: string;
  readonly secret: string;
  /** In seconds since 1970. */
  readonly now: number;
}

export interface Signature {
  /** The header, as the service's documentation writes it. */
  readonly header: string;
  /** Whether what is signed makes each delivery another one, so that the same twice is a replay. */
  readonly tellsDeliveriesApart: boolean;
  /** What is wrong with a request; nothing where it is the service's. */
  problem(request: SignedRequest): string | undefined;
}

/** Whether two texts are the same, in a time that does not tell how much of them is. */
export function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What is told of a request without a signature. */
export const missing = (header: string) => `The request is not signed: the header ${header} is missing.`;
/** What is told of a signature that does not fit. */
export const wrong = (header: string) => `The signature in ${header} is not one by the secret of this bot.`;

/** What a header that is there must hold. */
type SignatureForm = Pick<Signature, 'header' | 'tellsDeliveriesApart'> & {
  /** What is wrong with it; nothing where it is the service's. */
  readonly problemOf: (given: string, request: SignedRequest) => string | undefined;
};

/** A signature that stands in a header. */
export function signatureIn({ problemOf, ...told }: SignatureForm): Signature {
  return {
    ...told,
    problem(request) {
      const given = request.headers.get(told.header.toLowerCase());
      return given === undefined ? missing(told.header) : problemOf(given, request);
    },
  };
}

/** The header holds the secret itself. */
export function tokenIn(header: string, prefix = ''): Signature {
  return signatureIn({
    header,
    tellsDeliveriesApart: false,
    problemOf: (given, { secret }) => (isSame(given, prefix + secret) ? undefined : wrong(header)),
  });
}

export interface HmacForm {
  readonly prefix?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  readonly encoding?: 'hex' | 'base64' | 'base64url';
  /** What is signed, where it is not the body. */
  readonly over?: (request: SignedRequest) => readonly (string | Buffer)[];
}

/** The digest of something by the secret, in the form in which a service writes it. */
export function digestOf(
  request: SignedRequest,
  parts: readonly (string | Buffer)[],
  form: HmacForm,
): string {
  const hmac = createHmac(form.algorithm ?? 'sha256', request.secret);
  for (const part of parts) hmac.update(part);
  return (form.prefix ?? '') + hmac.digest(form.encoding ?? 'hex');
}

/** The header holds a digest of the body, or several with commas between them, one for each secret in use. */
export function digestIn(header: string, form: HmacForm = {}): Signature {
  return signatureIn({
    header,
    tellsDeliveriesApart: true,
    problemOf(given, request) {
      const expected = digestOf(request, form.over?.(request) ?? [request.body], form);
      const candidates = given.split(',').map((one) => one.trim());
      return candidates.some((one) => isSame(one, expected)) ? undefined : wrong(header);
    },
  });
}

/** Any of several, for services that changed theirs: the first whose header is there counts. */
export function eitherOf(first: Signature, ...others: readonly Signature[]): Signature {
  const all = [first, ...others];
  return {
    header: first.header,
    tellsDeliveriesApart: all.every((one) => one.tellsDeliveriesApart),
    problem(request) {
      const sent = all.find(({ header }) => request.headers.has(header.toLowerCase()));
      return (sent ?? first).problem(request);
    },
  };
}
