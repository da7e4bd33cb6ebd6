// The error for a value that a codec refuses.

import { ApiError } from '../error.ts';
import type { Codec } from './codec.ts';
import { dottedPath, type Path } from './path.ts';

/** The defect of a value. */
interface Defect {
  /** The expected type, `a string`; undefined if the value is of the right type and wrong in another way. */
  readonly expected?: string;
  /** The defect, for readers of files and answers: `is too long (limit: 40 characters)`. */
  readonly reason: string;
  /** The message of the API. */
  readonly message: string;
}

/**
 * A value that a codec refuses. The API answers with it unchanged. Code that decodes other documents converts it to an
 * error of its own, with `description`.
 */
export class DecodingError extends ApiError {
  readonly path: Path;
  readonly expected: string | undefined;
  readonly reason: string;

  constructor(path: Path, { expected, reason, message }: Defect) {
    super(400, 'BAD_REQUEST', message);
    this.path = path;
    this.expected = expected;
    this.reason = reason;
  }

  /** The path and what is wrong there: `repository.owner.login: expected a string, got null`. Never quotes the value. */
  get description(): string {
    const path = shortened(dottedPath(this.path));
    return path === '' ? this.reason : `${path}: ${this.reason}`;
  }
}

/** Names in a document may be long. */
const PATH_CHARACTERS = 200;

function shortened(path: string): string {
  return path.length <= PATH_CHARACTERS ? path : `${path.slice(0, PATH_CHARACTERS).toWellFormed()}…`;
}

/** The type of a JSON value in words. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'nothing' : `a ${typeof value}`;
}

/** A value of another type than `expected`. @param message the message of the API; "{path} is not {expected}" by default */
export function wrongType(
  path: Path,
  expected: string,
  value: unknown,
  message = `${path} is not ${expected}`,
): DecodingError {
  return new DecodingError(path, { expected, reason: `expected ${expected}, got ${typeOf(value)}`, message });
}

/** A value of the right type that breaks a rule. @param message the message of the API; "{path} {reason}" by default */
export function brokenRule(path: Path, reason: string, message = `${path} ${reason}`): DecodingError {
  return new DecodingError(path, { reason, message });
}

/** Decodes a document, or a part with a name. @throws the error that `refuse` makes of a `DecodingError` */
export function decodeDocument<T>(
  codec: Codec<T>,
  value: unknown,
  refuse: (error: DecodingError) => Error,
  name = '',
): T {
  try {
    return codec.decode(value, name);
  } catch (error) {
    throw error instanceof DecodingError ? refuse(error) : error;
  }
}
