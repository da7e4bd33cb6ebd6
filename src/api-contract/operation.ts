// How an operation of the API is declared: once, in the file that also implements it. Routing, decoding,
// unsupported-parameter reports, rate limits, OpenAPI and tests are projections of these declarations.

import type { Codec, DecodedRecord, ViewCodec } from './codec.ts';
import type { Parameters } from './parameter.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call an operation, checked before its handler runs.
 * - `anyone`: no credentials needed; the handler sees no actor.
 * - `spectator`: credentials, or none where the organization lets anyone read its web-public channels.
 * - `account`: any active account, people and bots.
 * - `human`, `bot`: accounts of that kind only.
 * - `member`: any account but guests. `human-member`: people but guests.
 * - `administrator`, `owner`: the role or one above it.
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
 * Which requests need a recent proof of who sits at the browser, beyond the cookie of its session: those that give lasting access to
 * an account, or end somebody's. Requests with an API key never do.
 * - `true`: all of them.
 * - `unless`: those without this parameter, which is a proof itself.
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

/** A file that a request brought. It lies on this machine until the request is answered. */
export interface UploadedFile {
  readonly fieldName: string;
  readonly fileName: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly path: string;
  /** The path of a file that is small enough. @throws 400 for one larger than so many MiB */
  pathWithin(maximumMebibytes: number): string;
}

type ResultFields = Readonly<Record<string, Codec<unknown> | { readonly optional: Codec<unknown> }>>;

/** The part of an operation that is pure data. */
export interface Declaration<
  P extends Parameters = Parameters,
  R extends ResultFields = ResultFields,
  N extends string = string,
> {
  /** Unique, lower-case with dashes; the file is named after it. */
  readonly name: N;
  readonly method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters. */
  readonly path: string;
  readonly summary: string;
  /** The feature level at which it arrived. */
  readonly since?: number;
  readonly deprecated?: true;
  readonly access: Access;
  /** Which requests of browser sessions need a recent proof; undefined: none. */
  readonly needsRecentProof?: RecentProof;
  readonly parameters: P;
  /** The fields beside `result` and `msg`; a handler returns exactly these. */
  readonly result: R;
  /** The codes it can answer beyond the general ones. */
  readonly errors?: readonly string[];
  /** What its own rate limit counts; general requests share one budget per account. */
  readonly rateLimit?: 'requests' | 'login' | 'none';
  /** Answers with a document of this media type in place of the envelope. */
  readonly answers?: string;
  /** Takes files in a multipart body. */
  readonly files?: true;
  /** Also answered at these paths (aliases that clients use). */
  readonly alsoAt?: readonly { readonly method?: Method; readonly path: string }[];
  /**
   * The `api_key` of its address says who calls, and the handler reads the request as it came. Parameters stand in the
   * address; in a form only together with the key.
   */
  readonly readsWholeRequest?: true;
  /** Accepts any parameter beyond the declared ones without reporting it. */
  readonly acceptsAnyParameter?: true;
}

/** What the documentation says of a rule. */
export function proofSentence(rule: RecentProof): string {
  const needs = 'needs a proof of who you are from the last ten minutes';
  if (rule === true) return `With a browser session it ${needs}.`;
  if ('unless' in rule) return `With a browser session and without \`${rule.unless}\` it ${needs}.`;
  const cases = Object.entries(rule.when).map(([name, values]) =>
    values === 'any' ? `\`${name}\`` : `\`${name}\` ${values.join(' or ')}`,
  );
  return `With a browser session and ${cases.join(' or ')} it ${needs}.`;
}

/** The codes that an operation can answer beyond the general ones. */
export function refusalCodesOf({ errors = [], needsRecentProof }: Declaration): readonly string[] {
  return needsRecentProof === undefined ? errors : [...errors, 'RECENT_PROOF_REQUIRED'];
}

/** What a client is answered, beside `result` and `msg`. */
export type ResultOf<R extends ResultFields> = DecodedRecord<R>;

/** What a handler returns for it: parts that views make are taken as they come. */
export type HandledResultOf<R extends ResultFields> = DecodedRecord<{
  [K in keyof R]: R[K] extends ViewCodec<unknown>
    ? Codec<unknown>
    : R[K] extends { readonly optional: ViewCodec<unknown> }
      ? { readonly optional: Codec<unknown> }
      : R[K];
}>;
export type { ResultFields };
