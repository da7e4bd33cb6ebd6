// All errors that the server answers, each with status, code and message. These are the only values thrown
// across layers; any other exception is a bug and is answered as an internal error.

import { CodedError } from '../errors/coded-error.ts';
import { codeOf } from '../errors/error-detail.ts';
import { limits } from './limits.ts';
import type { PageError } from './page-error.ts';

/** The least number of characters that an error's own text has, besides the text of the request that it repeats. */
const OWN_CHARACTERS = 15;

/** Cuts texts of the request that an error repeats. */
function shortened(text: string): string {
  const maximum = limits.repeatedCharacters;
  return text.length <= maximum + OWN_CHARACTERS ? text : `${text.slice(0, maximum).toWellFormed()}…`;
}

/** Cuts every text in a value, including those in lists and objects. */
function shortenedTexts(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(shortenedTexts);
  return typeof value === 'object' && value !== null ? shortenedFields(value) : value;
}

function shortenedFields(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shortenedTexts(value)]));
}

/**
 * An error that is answered with `status` and the body `{result: "error", msg, code, ...extra}`. It has no
 * stack: no one reads it, and it would cost more than everything else.
 */
export class ApiError extends CodedError {
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Response headers of the error. */
  headers: Readonly<Record<string, string>> = {};
  /** What pages outside the client show instead of the message; undefined for errors that no page shows. */
  pageError: PageError | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(code, shortened(message), options);
    Error.stackTraceLimit = limit;
    this.status = status;
    this.extra = shortenedFields(extra);
  }

  /** Adds response headers. */
  with(headers: Readonly<Record<string, string>>): this {
    this.headers = { ...this.headers, ...headers };
    return this;
  }

  /** Sets what pages outside the client show, in the language of their reader. Answers of the API do not contain it. */
  onPages(error: PageError): this {
    this.pageError = error;
    return this;
  }
}

/** Whether a request caused an error; any other is a failure of the server. */
export function isClientError(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/** An error that the request caused, for its sender. @throws any other */
export function clientError(error: unknown): ApiError {
  if (isClientError(error)) return error;
  throw error;
}

/** 400 `BAD_REQUEST`, the general error. */
export function badRequest(message: string, extra: Readonly<Record<string, unknown>> = {}): ApiError {
  return new ApiError(400, 'BAD_REQUEST', message, extra);
}

/** 403 `RECENT_PROOF_REQUIRED`: a browser session is not sufficient. */
export function recentProofRequired(): ApiError {
  return new ApiError(
    403,
    'RECENT_PROOF_REQUIRED',
    'Confirm your identity with your password, a second factor or your identity provider, then try again.',
  );
}

/** 400 `BAD_REQUEST` `Insufficient permission`. */
export function insufficientPermission(): ApiError {
  return badRequest('Insufficient permission');
}

/** 400 `UNAUTHORIZED_PRINCIPAL` `Must be an organization administrator`. */
export function administratorRequired(): ApiError {
  return new ApiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
}

/** 400 `UNAUTHORIZED_PRINCIPAL` `Must be an organization owner`. */
export function ownerRequired(): ApiError {
  return new ApiError(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
}

/** The message does not exist, or the caller may not see it. Does not reveal which. */
export function invalidMessage(): ApiError {
  return badRequest('Invalid message(s)');
}

/** The channel does not exist, or the caller may not see it. Does not reveal which. */
export function invalidChannelId(): ApiError {
  return badRequest('Invalid channel ID');
}

/** `STREAM_DOES_NOT_EXIST` for a channel looked up by id. */
export function channelIdDoesNotExist(channelId: number): ApiError {
  return new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${channelId}' does not exist`, {
    stream_id: channelId,
  });
}

/** `STREAM_DOES_NOT_EXIST` for a channel looked up by name. */
export function channelNameDoesNotExist(name: string): ApiError {
  return new ApiError(400, 'STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`, { stream: name });
}

/** No account of the organization has the id, or the caller may not see it. */
export function noSuchUser(): ApiError {
  return badRequest('No such user');
}

/** The account does not exist, is not a bot, or is a system bot. Does not reveal which. */
export function noSuchBot(): ApiError {
  return badRequest('No such bot');
}

/** The user group does not exist, or cannot be used here. */
export function invalidGroup(): ApiError {
  return badRequest('Invalid user group');
}

/** A body that should be JSON but is not. */
export function malformedJson(): ApiError {
  return new ApiError(400, 'INVALID_JSON', 'Malformed JSON');
}

/** JSON beyond any sensible size; `name` says where it was found. */
export function excessiveJson(name: string): ApiError {
  const { jsonDepth, jsonNames, jsonValues } = limits;
  return badRequest(
    `${name} is nested too deeply or contains too much (limits: ${jsonDepth} levels, ${jsonNames} names, ${jsonValues} values)`,
  );
}

/** More parameters than any operation has. */
export function tooManyParameters(): ApiError {
  return badRequest(`A request may have at most ${limits.fieldsPerRequest} parameters.`);
}

/** A required parameter is missing. */
export function missingParameter(name: string): ApiError {
  return new ApiError(400, 'REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });
}

/** One parameter was sent under two of its names. */
export function ambiguousParameter(name: string, alias: string): ApiError {
  return new ApiError(
    400,
    'REQUEST_CONFUSING_VAR',
    `Can't decide between '${name}' and '${alias}' arguments`,
    { var_name1: name, var_name2: alias },
  );
}

/** Parameters that exclude each other were sent together, or none of them was. */
export function incompatibleParameters(names: readonly string[]): ApiError {
  const parameters = names.join(', ');
  return badRequest(`Unsupported parameter combination: ${parameters}`, { parameters });
}

/** An `old` value (or a hash) that the client sent does not match the stored one. */
export function expectationMismatch(fieldName: string): ApiError {
  return new ApiError(
    400,
    'EXPECTATION_MISMATCH',
    `'${fieldName}' value does not match the expected value.`,
    { field_name: fieldName },
  );
}

/** The event queue does not exist, or belongs to another account. Does not reveal which. */
export function badEventQueue(queueId: string): ApiError {
  return new ApiError(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { queue_id: queueId });
}

/** A term of a narrow is unknown, or cannot be combined with the others; `description` says which. */
export function badNarrow(description: string): ApiError {
  return new ApiError(400, 'BAD_NARROW', `Invalid narrow operator: ${description}`, { desc: description });
}

/**
 * A search that reached its time limit without a result to continue from. An empty page would mean that there
 * are no results.
 */
export function searchTooBroad(): ApiError {
  return badRequest(
    'The search reached its time limit and found nothing. Add a channel, a sender or a word to narrow it down.',
  );
}

/** 401: no credentials, or a kind of credentials that is not accepted here. */
export function notLoggedIn(): ApiError {
  return new ApiError(
    401,
    'UNAUTHORIZED',
    'Not logged in: API authentication or user session required',
  ).onPages({ code: 'LOGIN_REQUIRED' });
}

/** 401: an `Authorization` header that cannot be parsed. */
export function malformedCredentials(message: string): ApiError {
  return new ApiError(401, 'UNAUTHORIZED', message);
}

/** 401: the key belongs to no account, or not to the email address sent with it. */
export function invalidApiKey(): ApiError {
  return new ApiError(401, 'INVALID_API_KEY', 'Invalid API key');
}

/** 401: a key with a wrong length or invalid characters. */
export function malformedApiKey(): ApiError {
  return new ApiError(401, 'INVALID_API_KEY', 'Malformed API key');
}

/** 401: the key is valid, but its account is deactivated. */
export function accountDeactivated(): ApiError {
  return new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated').onPages({
    code: 'ACCOUNT_DEACTIVATED',
  });
}

/** 401: the organization is deactivated. */
export function organizationDeactivated(): ApiError {
  return new ApiError(401, 'REALM_DEACTIVATED', 'This organization is deactivated').onPages({
    code: 'ORGANIZATION_DEACTIVATED',
  });
}

/** 429: too many requests; `headers` describe the state of the limit. */
export function rateLimited(
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
  message = 'API usage exceeded rate limit',
): ApiError {
  return new ApiError(429, 'RATE_LIMIT_HIT', message, {
    'retry-after': retryAfterSeconds,
  })
    .with({ ...headers, 'retry-after': String(Math.ceil(retryAfterSeconds)) })
    .onPages({ code: 'TOO_MANY_REQUESTS' });
}

/** Seconds after which a client should retry what the server could not do. */
export const RETRY_AFTER = { 'retry-after': '5' };

/** 503: a disk is full or broken, or a commit failed; nothing was stored. `cause` is only logged. */
export function storageUnavailable(cause?: unknown): ApiError {
  const message = 'The server could not save this. Try again.';
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, {}, { cause })
    .with(RETRY_AFTER)
    .onPages({ code: 'NOT_SAVED' });
}

/** Codes of full disks, which the engines report before anything is committed. */
const UNDONE_CODES: ReadonlySet<string | undefined> = new Set(['SQLITE_FULL', '53100']);

/**
 * Whether a unit of work certainly changed nothing. After other failures of a commit that is unknown, and
 * files that the unit refers to must not be removed.
 */
export function changedNothing(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return false;
  return thrown.status < 500 || UNDONE_CODES.has(codeOf(thrown.cause));
}

/** 503: the disk has space left for messages, but none for files. */
export function diskLow(): ApiError {
  return new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The server is running out of disk space and does not accept files. Ask your administrator to free some space.',
  ).with(RETRY_AFTER);
}

/** 503: the store of uploads and pictures failed; its error is only logged. */
export function fileStoreUnavailable(cause: unknown): ApiError {
  const message = 'The file store cannot be reached. Try again.';
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, {}, { cause }).with(RETRY_AFTER);
}

/** 413: a body over the limit. The connection is closed after the answer, because the rest is not read. */
export function requestTooLarge(): ApiError {
  return new ApiError(413, 'REQUEST_TOO_LARGE', 'The request is too large.').with({ connection: 'close' });
}

/** 408: a body that took too long to arrive. */
export function bodyTooSlow(): ApiError {
  const headers = { connection: 'close' };
  return new ApiError(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.').with(headers);
}

/** 503: the bodies being sent to the server exceed its total limit. */
export function overloaded(): ApiError {
  const headers = { ...RETRY_AFTER, connection: 'close' };
  return new ApiError(503, 'SERVICE_UNAVAILABLE', 'The server is busy. Try again.').with(headers);
}

/** 503: the database does not answer, or canceled this request's transaction; nothing was changed. */
export function databaseUnavailable(cause: unknown): ApiError {
  const message = 'The database cannot be reached. Try again.';
  return new ApiError(503, 'SERVICE_UNAVAILABLE', message, {}, { cause }).with(RETRY_AFTER);
}
