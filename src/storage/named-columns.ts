// Has statements name the columns that they read instead of `*`. A newer server may add columns to a table while this one
// runs; PostgreSQL then refuses the prepared statements whose result would have another form.

import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  ReferenceNode,
  type ReturningNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { declarations } from './schema.ts';

const columnsByTable = new Map<string, readonly string[]>(
  declarations.map(([name, { columns }]) => [name, Object.keys(columns)]),
);

/** A table of a statement, and the name that it has there. */
interface Source {
  readonly name: string;
  /** Undefined for a subquery, whose own columns have names. */
  readonly columns: readonly string[] | undefined;
}

function sourceOf(node: OperationNode): Source | undefined {
  if (TableNode.is(node)) {
    const { name } = node.table.identifier;
    return { name, columns: columnsByTable.get(name) };
  }
  if (!AliasNode.is(node) || !IdentifierNode.is(node.alias)) return undefined;
  return { name: node.alias.name, columns: sourceOf(node.node)?.columns };
}

function columnsOf({ name, columns }: Source): SelectionNode[] | undefined {
  return columns?.map((column) =>
    SelectionNode.create(ReferenceNode.create(ColumnNode.create(column), TableNode.create(name))),
  );
}

/** The selection with columns in place of `*` or `table.*`; itself if it is neither, or of a subquery. */
function named(selection: SelectionNode, sources: readonly Source[]): readonly SelectionNode[] {
  const { selection: node } = selection;
  const of = SelectAllNode.is(node)
    ? sources
    : ReferenceNode.is(node) && SelectAllNode.is(node.column)
      ? sources.filter(({ name }) => name === node.table?.table.identifier.name)
      : [];
  const columns = of.map(columnsOf);
  return columns.length > 0 && columns.every((each) => each !== undefined) ? columns.flat() : [selection];
}

function withNamedColumns(query: SelectQueryNode): SelectQueryNode {
  const nodes = [...(query.from?.froms ?? []), ...(query.joins ?? []).map(({ table }) => table)];
  const sources = nodes.flatMap((node) => sourceOf(node) ?? []);
  return {
    ...query,
    ...(query.selections && { selections: query.selections.flatMap((one) => named(one, sources)) }),
    ...(query.setOperations && {
      setOperations: query.setOperations.map((operation) => ({
        ...operation,
        expression: SelectQueryNode.is(operation.expression)
          ? withNamedColumns(operation.expression)
          : operation.expression,
      })),
    }),
  };
}

function returningNamed(returning: ReturningNode, table: OperationNode | undefined): ReturningNode {
  const source = table && sourceOf(table);
  const sources = source ? [source] : [];
  return { ...returning, selections: returning.selections.flatMap((one) => named(one, sources)) };
}

function transform(node: RootOperationNode): RootOperationNode {
  switch (node.kind) {
    case 'SelectQueryNode':
      return withNamedColumns(node);
    case 'InsertQueryNode':
      return node.returning ? { ...node, returning: returningNamed(node.returning, node.into) } : node;
    case 'UpdateQueryNode':
      return node.returning ? { ...node, returning: returningNamed(node.returning, node.table) } : node;
    case 'DeleteQueryNode':
      return node.returning
        ? { ...node, returning: returningNamed(node.returning, node.from.froms[0]) }
        : node;
    default:
      return node;
  }
}

/** Replaces `*` in the result of a statement by the columns that the tables are declared with. */
export const namedColumns: KyselyPlugin = {
  transformQuery: ({ node }) => transform(node),
  transformResult: async ({ result }) => result,
};
