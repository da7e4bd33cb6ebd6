// How operations are defined: declaration and handler in one file. The context limits what a handler can do:
// a read operation has readers only, a write operation can also run units of work.

import type {
  Access,
  Declaration,
  HandledResultOf,
  ResultFields,
  UploadedFile,
} from '../api-contract/operation.ts';
import type { Parameters, ParameterValues } from '../api-contract/parameter.ts';
import type { RawRequest } from '../api-contract/raw-request.ts';
import type { JsonPiece } from '../api-contract/written-json.ts';
import type { OrganizationHub } from '../events/organization-hub.ts';
import type { Account } from '../model/accounts/account.ts';
import type { RequestSource } from '../model/request-source.ts';
import type { AccountRequester, Requester } from '../queries/requester.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { Unit } from '../storage/unit.ts';
import type { Services } from './services.ts';

/** The authenticated account of a request. */
export interface Actor {
  readonly account: Account;
  /** The client's own name, e.g. `website`; stored with messages. */
  readonly client: string;
  /** The session of the request; undefined if it was authenticated by a key. */
  readonly sessionId?: number | undefined;
}

/** The context of an operation that needs no credentials. */
export interface PublicContext {
  readonly services: Services;
  readonly hub: OrganizationHub;
  readonly state: OrganizationState;
  readonly reader: Reader;
  /** The account that the request is authenticated as; undefined without credentials. */
  readonly actor: Actor | undefined;
  readonly client: string;
  /** The origin of the request. */
  readonly source: RequestSource;
  /** The organization's address as this request reached it, without a trailing slash. */
  readonly organizationUrl: string;
  /** Its address for mail to people without an account; undefined if the server cannot know it. */
  mailableUrl(): string | undefined;
  readonly files: readonly UploadedFile[];
  /** Names of the parameters that were sent, declared or not. */
  readonly sent: ReadonlySet<string>;
  /** The requester, for queries about objects that the caller can see. */
  requester(): Promise<Requester>;
  /** The raw request, for operations that read all of it; undefined for others. */
  readonly rawRequest: RawRequest | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Takes a slot for a response of more than `smallResponseBytes`, held until the response has been sent.
   * Returns whether one was free.
   */
  readonly takeLargeResponseSlot: () => boolean;
  /** Runs a unit of work; resolves with its value once it is durable. */
  write<T>(unit: Unit<T>): Promise<T>;
}

/** The context of a write operation. */
export interface WriteContext extends PublicContext {
  readonly actor: Actor;
  requester(): Promise<AccountRequester>;
}

/** The context of a read operation. */
export type ReadContext = Omit<WriteContext, 'write'>;

/** Fields of a success answer that are JSON already: `"messages":[…],"anchor":5`, in one or more pieces. */
export class PreparedResult {
  readonly pieces: readonly JsonPiece[];

  constructor(pieces: readonly JsonPiece[]) {
    this.pieces = pieces;
  }
}

/** An answer without the envelope, such as a document; its media type is declared as `answers`. */
export class DocumentAnswer {
  readonly body: string;

  constructor(body: string) {
    this.body = body;
  }
}

type Handler<C, P extends Parameters, R extends ResultFields> = (
  context: C,
  parameters: ParameterValues<P>,
) => Promise<HandledResultOf<R> | PreparedResult | DocumentAnswer>;

/**
 * An operation as the server routes it. Its type preserves the declaration, from which the typed client's
 * types are derived.
 */
export interface Operation<
  P extends Parameters = Parameters,
  R extends ResultFields = ResultFields,
  N extends string = string,
> extends Declaration<P, R, N> {
  readonly kind: 'read' | 'write' | 'public';
  handle(
    context: PublicContext,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | PreparedResult | DocumentAnswer>;
}

type Define<C, A extends Access> = <N extends string, P extends Parameters, R extends ResultFields>(
  declaration: Declaration<P, R, N> & { readonly access: A; readonly handle: Handler<C, P, R> },
) => Operation<P, R, N>;

type Credentialed = Exclude<Access, 'anyone' | 'spectator' | 'development'>;

/**
 * An operation that only reads.
 * @example
 * export const getDomains = readOperation({
 *   name: 'get-domains',
 *   method: 'GET',
 *   path: '/realm/domains',
 *   summary: 'List the allowed domains of email addresses.',
 *   access: 'account',
 *   parameters: {},
 *   result: { domains: list(domainSchema) },
 *   handle: async ({ reader }) => ({ domains: (await readDomains(reader)).map(wireDomain) }),
 * });
 */
export const readOperation: Define<ReadContext, Credentialed> = (declaration) =>
  ({ ...declaration, kind: 'read' }) as never;

/**
 * An operation that changes something.
 * @example
 * async handle(context, { draft_id }) {
 *   await context.write(async (writer) => {
 *     if (!(await drafts.remove(writer, context.actor.account.id, draft_id))) throw noSuchDraft();
 *     writer.emit(draftRemoved(context.actor.account.id, draft_id));
 *   });
 *   return {};
 * }
 */
export const writeOperation: Define<WriteContext, Credentialed> = (declaration) =>
  ({ ...declaration, kind: 'write' }) as never;

/** An operation that may be called without credentials. */
export const publicOperation: Define<PublicContext, 'anyone' | 'spectator' | 'development'> = (declaration) =>
  ({ ...declaration, kind: 'public' }) as never;
