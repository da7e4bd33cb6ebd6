// Kinds of columns that plain TypeScript types do not distinguish; see `schema.ts` for all five.

/** A boolean: 0 or 1. */
export type Bit = number;

/** JSON, as text. */
export type Json = string;
