// The declaration of an operation of the API, in the file that also implements it. Routing, decoding, reports
// of unsupported parameters, rate limits, OpenAPI and tests are all derived from it.

import type { Codec, DecodedRecord, ViewCodec } from './codec.ts';
import type { Parameters } from './parameter.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call an operation; checked before its handler runs.
 * - `anyone`: no credentials needed; the handler gets no actor.
 * - `spectator`: credentials, or none if the organization lets anyone read its web-public channels.
 * - `account`: any active account, people and bots.
 * - `human`, `bot`: accounts of that kind only.
 * - `member`: any account except guests. `human-member`: people except guests.
 * - `administrator`, `owner`: that role or a higher one.
 * - `development`: only in demo mode, from a loopback host.
 */
export type Access =
  | 'anyone'
  | 'spectator'
  | 'account'
  | 'human'
  | 'bot'
  | 'member'
  | 'human-member'
  | 'administrator'
  | 'owner'
  | 'development';

/**
 * Which requests of a browser session need a recent proof of the person's identity: those that give lasting
 * access to an account, or end someone's access. Requests with an API key never do.
 * - `true`: all of them.
 * - `unless`: those without this parameter, which is itself a proof.
 * - `when`: those with one of these parameters, at any value or at one of a list.
 */
export type RecentProof =
  | true
  | { readonly unless: string }
  | { readonly when: Readonly<Record<string, 'any' | readonly unknown[]>> };

/** Whether a request with these values needs a recent proof. */
export function needsProof(
  rule: RecentProof | undefined,
  values: Readonly<Record<string, unknown>>,
): boolean {
  if (rule === undefined || rule === true) return rule === true;
  if ('unless' in rule) return values[rule.unless] === undefined;
  return Object.entries(rule.when).some(([name, found]) => {
    const value = values[name];
    return value !== undefined && (found === 'any' || found.includes(value));
  });
}

/** The content of a file in a request: in memory if it is small, else on disk until the request is answered. */
export type UploadedContent = Buffer | { readonly path: string; readonly size: number };

/** A file in a request. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly content: UploadedContent;
  /**
   * The bytes of the file, or the path where they are.
   * @throws 400 if it is larger than this many MiB
   */
  contentWithin(maximumMebibytes: number): Buffer | string;
}

type ResultFields = Readonly<Record<string, Codec<unknown> | { readonly optional: Codec<unknown> }>>;

/** The part of an operation that is pure data. */
export interface Declaration<
  P extends Parameters = Parameters,
  R extends ResultFields = ResultFields,
  N extends string = string,
> {
  /** Unique, in lower case with dashes; the file is named after it. */
  readonly name: N;
  readonly method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  /** The feature level that introduced it. */
  readonly since?: number;
  readonly deprecated?: true;
  readonly access: Access;
  /** Which requests of browser sessions need a recent proof; undefined: none. */
  readonly needsRecentProof?: RecentProof;
  readonly parameters: P;
  /** The fields besides `result` and `msg`; a handler returns exactly these. */
  readonly result: R;
  /** The codes it can answer besides the general ones. */
  readonly errors?: readonly string[];
  /** Its rate limit; operations without one share a limit per account. */
  readonly rateLimit?: 'requests' | 'login' | 'gifs' | 'calls' | 'none';
  /** Answers with a document of this media type instead of the envelope. */
  readonly answers?: string;
  /** Accepts files in a multipart body. */
  readonly files?: true;
  /** Also answered at these paths (aliases that clients use). */
  readonly alsoAt?: readonly { readonly method?: Method; readonly path: string }[];
  /**
   * The caller is authenticated by the `api_key` in the address, and the handler reads the raw request.
   * Parameters are in the address; or in a form if the key is too. `signed`: the handler authenticates the caller by a
   * signature instead.
   */
  readonly readsRawRequest?: true | 'signed';
  /** Accepts undeclared parameters without reporting them. */
  readonly acceptsAnyParameter?: true;
}

/** Describes a rule in the documentation. */
export function proofSentence(rule: RecentProof): string {
  const needs = 'requires a proof of identity from the last ten minutes';
  if (rule === true) return `With a browser session, this ${needs}.`;
  if ('unless' in rule) return `With a browser session and without \`${rule.unless}\`, this ${needs}.`;
  const cases = Object.entries(rule.when).map(([name, values]) =>
    values === 'any' ? `\`${name}\`` : `\`${name}\` ${values.join(' or ')}`,
  );
  return `With a browser session and ${cases.join(' or ')}, this ${needs}.`;
}

/** The codes that an operation can answer besides the general ones. */
export function errorCodesOf({ errors = [], needsRecentProof }: Declaration): readonly string[] {
  return needsRecentProof === undefined ? errors : [...errors, 'RECENT_PROOF_REQUIRED'];
}

/** The fields that a client receives, besides `result` and `msg`. */
export type ResultOf<R extends ResultFields> = DecodedRecord<R>;

/** The fields that a handler returns for them: parts that views build have no checked type. */
export type HandledResultOf<R extends ResultFields> = DecodedRecord<{
  [K in keyof R]: R[K] extends ViewCodec<unknown, infer B>
    ? Codec<B>
    : R[K] extends { readonly optional: ViewCodec<unknown, infer B> }
      ? { readonly optional: Codec<B> }
      : R[K];
}>;
export type { ResultFields };
