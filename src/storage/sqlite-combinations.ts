// Combines statements that read into one: each becomes a row with all its rows as JSON. The texts of combinations are
// cached, because a request combines the same statements each time.

import { limits } from '../api-contract/limits.ts';
import type { Row, StatementWithValues } from './reader-writer.ts';

/** The rows of one of the combined statements. */
export interface CombinedPart {
  readonly part: number;
  /** A JSON list of rows, each a list of its values. */
  readonly rows: string;
}

/** The columns of each of the combined statements. */
type Columns = readonly (readonly string[])[];

interface Combination<S> {
  readonly statement: S;
  readonly columns: Columns;
}

/** A statement in a chain, with the combination that ends there. */
class Link<S> {
  readonly next = new Map<string, Link<S>>();
  combination: Combination<S> | undefined;
}

interface Preparation<S> {
  columnsOf(sql: string): readonly string[];
  /** Prepares a combination. */
  prepare(sql: string): S;
}

/** The cached combinations of one connection, as prepared statements. */
export class Combinations<S> {
  readonly #preparation: Preparation<S>;
  #first = new Link<S>();
  #size = 0;

  constructor(preparation: Preparation<S>) {
    this.#preparation = preparation;
  }

  /** The combination of statements, whose parameters follow each other. */
  of(statements: readonly StatementWithValues[]): Combination<S> {
    const cached = this.#linkOf(statements).combination;
    if (cached) return cached;
    // Clients choose the lists that they register for, and one combination of all takes 200 KB.
    if (this.#size >= limits.combinedStatements) {
      this.#first = new Link();
      this.#size = 0;
    }
    const combination = this.#combine(statements);
    this.#linkOf(statements).combination = combination;
    this.#size++;
    return combination;
  }

  /** The end of the chain of some statements, which is extended as necessary. */
  #linkOf(statements: readonly StatementWithValues[]): Link<S> {
    let link = this.#first;
    for (const { sql } of statements) {
      const next = link.next.get(sql) ?? new Link<S>();
      link.next.set(sql, next);
      link = next;
    }
    return link;
  }

  #combine(statements: readonly StatementWithValues[]): Combination<S> {
    const columns = statements.map(({ sql }) => this.#preparation.columnsOf(sql));
    const parts = statements.map(({ sql }, part) => partOf(sql, part, columns[part] ?? []));
    return { statement: this.#preparation.prepare(parts.join(' union all ')), columns };
  }
}

function partOf(sql: string, part: number, columns: readonly string[]): string {
  const values = columns.map((name) => `"${name}"`).join(', ');
  return `select ${part} as part, json_group_array(json_array(${values})) as rows from (${sql})`;
}

/** The rows of each of the combined statements. */
export function rowsOf(parts: readonly CombinedPart[], columns: Columns): Row[][] {
  const lists: Row[][] = columns.map(() => []);
  for (const { part, rows } of parts) {
    if (rows === '[]') continue;
    const names = columns[part] ?? [];
    lists[part] = (JSON.parse(rows) as unknown[][]).map((values) => rowOf(names, values));
  }
  return lists;
}

function rowOf(names: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {};
  for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at];
  return row;
}
