// How a table's columns are declared (`table.ts`): the type of their values, and how an organization's archive
// and a change of the deployment secret treat them. Columns have one of five kinds on both engines: 64-bit ids
// and times (seconds since 1970 unless the name states otherwise) as numbers, booleans as 0 or 1, text, and JSON
// as text. A column whose name ends in `_sequence` holds a position of the organization's event log.

import type { Generated } from 'kysely';

/** A boolean: 0 or 1. */
export type Bit = number;

/** JSON, as text. */
export type Json = string;

/** How an archive converts a column that is not copied unchanged. */
export type ColumnRule =
  /** The id of a row that the archive includes; `of` names its table. */
  | { readonly is: 'id'; readonly of: string }
  /**
   * The newest message that is included or, with `of` 'before', the first that is not. A message with this id
   * need not exist: it may belong to another organization, be deleted, or be newer than the whole archive.
   */
  | { readonly is: 'mark'; readonly of: 'through' | 'before' }
  /** JSON: a list of ids. */
  | { readonly is: 'list'; readonly of: string }
  | { readonly is: ConvertedFormat }
  /** Not in the archive; the importing server makes a new value or leaves it empty. */
  | { readonly is: 'omitted'; readonly why: string };

/** Formats that contain ids or must be checked (`imports/own/values.ts`). */
type ConvertedFormat =
  | 'organization'
  | 'permissions'
  | 'organization settings'
  | 'json'
  | 'personal settings'
  | 'text'
  | 'html'
  | 'direct key'
  | 'draft recipients'
  | 'profile value'
  | 'fragment'
  | 'emoji code'
  | 'path'
  | 'avatar'
  | 'emoji file'
  | 'email'
  | 'submessage'
  | 'bot config'
  | 'audit kind'
  | 'audit details';

/**
 * How a column stores a secret: like an API key, sealed for a purpose, somewhere within its text, or as signed
 * addresses in HTML.
 */
export type SecretFormat =
  | 'api key'
  | 'call-token'
  | 'push-key'
  | 'second-factor'
  | 'within'
  | 'signed addresses';

/** A column whose values have the type `T`. */
export interface Column<T = unknown> {
  readonly kind: 'number' | 'text';
  readonly isNullable?: true;
  /** Inserts may leave it out: the database has a default, or generates the value. */
  readonly hasDefault?: true;
  /** How an archive treats it; undefined: its values are copied unchanged. */
  readonly rule?: ColumnRule;
  /** Undefined if it holds no secret. */
  readonly secret?: SecretFormat;
  /** Only for the compiler. */
  readonly type?: T;
}

export const number: Column<number> = { kind: 'number' };
export const bit: Column<Bit> = { kind: 'number' };
export const text: Column<string> = { kind: 'text' };
/** In an archive its values are copied unchanged; see `checkedJson`. */
export const json: Column<Json> = { kind: 'text' };

/** One of certain texts. */
export const textOf = <T extends string>(): Column<T> => ({ kind: 'text' });

/** The id of a row of another table. */
export const id = (of: string): Column<number> => ({ kind: 'number', rule: { is: 'id', of } });
/** A JSON list of ids of another table's rows. */
export const idList = (of: string): Column<Json> => ({ kind: 'text', rule: { is: 'list', of } });

/** The organization that a row belongs to. */
export const organizationId: Column<number> = { kind: 'number', rule: { is: 'organization' } };
/** The id of the newest message to which something applies. */
export const throughMessage: Column<number> = { kind: 'number', rule: { is: 'mark', of: 'through' } };
/** The id of the first message to which something no longer applies. */
export const beforeMessage: Column<number> = { kind: 'number', rule: { is: 'mark', of: 'before' } };

/** A text that a person wrote, as Markdown. */
export const markdown: Column<string> = { kind: 'text', rule: { is: 'text' } };
/** Rendered from Markdown. */
export const html: Column<string> = { kind: 'text', rule: { is: 'html' } };
/** An import checks that it is JSON. */
export const checkedJson: Column<Json> = { kind: 'text', rule: { is: 'json' } };

/** The column may be null. */
export const nullable = <T>(column: Column<T>): Column<T | null> => ({ ...column, isNullable: true });

/** Inserts may leave the column out: the database has a default, or generates the value. */
export const generated = <T>(column: Column<T>) => ({ ...column, hasDefault: true }) as Column<Generated<T>>;

/** A column with a format that an archive converts. */
export const converted = <T>(column: Column<T>, is: ConvertedFormat): Column<T> => ({
  ...column,
  rule: { is },
});

/** A column that is not in an archive. */
export const omitted = <T>(column: Column<T>, why: string): Column<T> => ({
  ...column,
  rule: { is: 'omitted', why },
});

/** A column with a secret, which must be sealed again when the deployment secret changes. */
export const secret = <T>(column: Column<T>, format: SecretFormat): Column<T> => ({
  ...column,
  secret: format,
});
