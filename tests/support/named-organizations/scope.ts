// The relations that a part of a statement sees, and what their columns say about the organization.

import type { Node } from 'libpg-query';
import { declarations } from '../../../src/storage/schema.ts';
import { OrganizationValue } from './organization-value.ts';

/** The column with the organization, by table: all others belong to the whole deployment. */
const organizationColumns: ReadonlyMap<string, string> = new Map(
  declarations
    .filter(([name, { columns }]) => name === 'organization' || 'organization_id' in columns)
    .map(([name]) => [name as string, name === 'organization' ? 'id' : 'organization_id']),
);

/** A table in the `from` of a statement, or the table that it changes. */
export interface UsedTable {
  readonly name: string;
  readonly organization: OrganizationValue;
  /** The columns by which its rows are found: those that are compared for equality or with a list. */
  readonly foundBy: Set<string>;
}

export interface Relation {
  /** Whether it has a column of this name; always true if its columns are not known. */
  has(column: string): boolean;
  /** The organization's value in a column; undefined for all other columns. */
  readonly columns: ReadonlyMap<string, OrganizationValue>;
  /** Undefined for subqueries and functions. */
  readonly table?: UsedTable;
}

/** The columns of a subquery's result, in order; `*` of a table stands for its column with the organization. */
export interface Output {
  readonly name: string | undefined;
  readonly value: OrganizationValue | undefined;
  readonly isStar: boolean;
}

export interface Scope {
  readonly outer: Scope | undefined;
  readonly depth: number;
  readonly relations: Map<string, Relation>;
  readonly queries: Map<string, readonly Output[]>;
}

export function innerScope(outer: Scope | undefined, isCondition: boolean): Scope {
  const depth = outer ? outer.depth + (isCondition ? 1 : 0) : 0;
  return { outer, depth, relations: new Map(), queries: new Map() };
}

export function queryNamed(scope: Scope | undefined, name: string): readonly Output[] | undefined {
  return scope && (scope.queries.get(name) ?? queryNamed(scope.outer, name));
}

const columnsOf = new Map<string, object>(declarations.map(([name, { columns }]) => [name, columns]));

/** A table of this name, of an organization or not. */
export function tableRelation(name: string, depth: number): Relation {
  const declared = columnsOf.get(name);
  const has = (column: string) => !declared || column in declared;
  const column = organizationColumns.get(name);
  if (!column) return { columns: new Map(), has };
  const organization = new OrganizationValue(depth);
  return {
    columns: new Map([[column, organization]]),
    has,
    table: { name, organization, foundBy: new Set() },
  };
}

/** The rows of a function, such as `json_each`. */
export const functionRelation: Relation = { columns: new Map(), has: (column) => column === 'value' };

export function organizationColumnOf(table: string): string | undefined {
  return organizationColumns.get(table);
}

/** The result of a subquery as a relation. With `isOpen`, conditions on its columns apply within it. */
export function outputRelation(outputs: readonly Output[], depth: number, isOpen: boolean): Relation {
  const columns = new Map<string, OrganizationValue>();
  for (const { name, value } of outputs) {
    if (!name || !value || columns.has(name)) continue;
    const column = new OrganizationValue(depth);
    column.follows(value);
    if (isOpen) value.follows(column);
    columns.set(name, column);
  }
  const names = new Set(outputs.map(({ name }) => name));
  return { columns, has: (name) => names.has(name) || outputs.some(({ isStar }) => isStar) };
}

export interface FoundColumn {
  readonly relation: Relation | undefined;
  readonly name: string;
}

/** The relation that a column reference names, in the innermost part of the statement that has it. */
export function columnOf(scope: Scope | undefined, node: Node): FoundColumn | undefined {
  if (!('ColumnRef' in node)) return undefined;
  const parts = (node.ColumnRef.fields ?? []).map((field) =>
    'String' in field ? field.String.sval : undefined,
  );
  const name = parts.at(-1);
  if (name === undefined) return undefined;
  const alias = parts.at(-2);
  for (let one = scope; one; one = one.outer) {
    if (alias !== undefined) {
      const relation = one.relations.get(alias);
      if (relation) return { relation, name };
      continue;
    }
    const relation = [...one.relations.values()].find((candidate) => candidate.has(name));
    if (relation) return { relation, name };
  }
  return { relation: undefined, name };
}
