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

interface Combination {
  readonly sql: string;
  /** The columns of each statement. */
  readonly columns: readonly (readonly string[])[];
}

/** A statement in a chain, with the combination that ends there. */
class Link {
  readonly next = new Map<string, Link>();
  combination: Combination | undefined;
}

/** The cached combinations of one connection. */
export class Combinations {
  readonly #columnsOf: (sql: string) => readonly string[];
  #first = new Link();
  #size = 0;

  constructor(columnsOf: (sql: string) => readonly string[]) {
    this.#columnsOf = columnsOf;
  }

  /** The combination of statements, whose parameters follow each other. */
  of(statements: readonly StatementWithValues[]): Combination {
    let link = this.#first;
    for (const { sql } of statements) {
      let next = link.next.get(sql);
      if (!next) {
        next = new Link();
        link.next.set(sql, next);
      }
      link = next;
    }
    link.combination ??= this.#combine(statements);
    return link.combination;
  }

  #combine(statements: readonly StatementWithValues[]): Combination {
    // A list of another length or order is another combination: forget all before they fill the memory.
    if (++this.#size > limits.preparedStatements) {
      this.#first = new Link();
      this.#size = 0;
    }
    const columns = statements.map(({ sql }) => this.#columnsOf(sql));
    const parts = statements.map(({ sql }, part) => partOf(sql, part, columns[part] ?? []));
    return { sql: parts.join(' union all '), columns };
  }
}

function partOf(sql: string, part: number, columns: readonly string[]): string {
  const values = columns.map((name) => `"${name}"`).join(', ');
  return `select ${part} as part, json_group_array(json_array(${values})) as rows from (${sql})`;
}

/** The rows of each of the combined statements. */
export function rowsOf(parts: readonly CombinedPart[], columns: Combination['columns']): Row[][] {
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
