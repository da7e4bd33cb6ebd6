// The kinds of columns that a plain TypeScript type does not tell apart. Every column has one of five kinds on both
// engines: 64-bit ids and times as numbers, booleans as 0 or 1, text, and JSON as text.

/** A boolean: 0 or 1. */
export type Bit = number;

/** JSON, as text. */
export type Json = string;
