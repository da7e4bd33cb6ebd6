// Finds the tables of a statement for which it names no organization. A table's organization is named if its column is
// compared with a parameter, or with the column of a table whose organization is named; in inserts, if it is inserted.
// A comparison in a subquery of a condition says nothing about the tables around it, one of a left join nothing about its
// left side.

import type { InsertStmt, JoinExpr, Node, SelectStmt } from 'libpg-query';
import { OrganizationValue } from './organization-value.ts';
import {
  columnOf,
  functionRelation,
  innerScope,
  type Output,
  organizationColumnOf,
  outputRelation,
  queryNamed,
  type Relation,
  type Scope,
  tableRelation,
  type UsedTable,
} from './scope.ts';

/** What a statement says about organizations. */
export interface NamedOrganizations {
  /** The tables without a named organization, with the columns by which their rows are found. */
  readonly unnamed: readonly { readonly table: string; readonly foundBy: readonly string[] }[];
  /** The parameters that name the organization; all have the same value. */
  readonly parameters: readonly number[];
  /** The table of an insert whose `on conflict` relies on a key without the organization. */
  readonly conflictWithout: readonly string[];
}

/** Whether a comparison may say something about a value. */
type MayName = (value: OrganizationValue) => boolean;

class StatementWalk {
  readonly tables: UsedTable[] = [];
  readonly conflictWithout: string[] = [];

  /** Walks a statement, and returns the columns of its result. */
  statement(node: Node, outer: Scope | undefined, isCondition: boolean): readonly Output[] {
    const scope = innerScope(outer, isCondition);
    if ('SelectStmt' in node) return this.#select(node.SelectStmt, scope);
    if ('InsertStmt' in node) return this.#insert(node.InsertStmt, scope);
    if ('UpdateStmt' in node) {
      const { withClause, relation, fromClause, whereClause, targetList, returningClause } = node.UpdateStmt;
      this.#queries(withClause?.ctes, scope, withClause?.recursive);
      if (relation) this.#from({ RangeVar: relation }, scope);
      for (const one of fromClause ?? []) this.#from(one, scope);
      this.#condition(whereClause, scope);
      this.#subqueries(targetList, scope);
      return this.#outputs(returningClause?.exprs, scope);
    }
    if ('DeleteStmt' in node) {
      const { withClause, relation, usingClause, whereClause, returningClause } = node.DeleteStmt;
      this.#queries(withClause?.ctes, scope, withClause?.recursive);
      if (relation) this.#from({ RangeVar: relation }, scope);
      for (const one of usingClause ?? []) this.#from(one, scope);
      this.#condition(whereClause, scope);
      return this.#outputs(returningClause?.exprs, scope);
    }
    return [];
  }

  #select(select: SelectStmt, scope: Scope): readonly Output[] {
    this.#queries(select.withClause?.ctes, scope, select.withClause?.recursive);
    const { larg, rarg } = select;
    if (larg && rarg) {
      const left = this.#select(larg, innerScope(scope, false));
      return combined(left, this.#select(rarg, innerScope(scope, false)), scope.depth);
    }
    for (const one of select.fromClause ?? []) this.#from(one, scope);
    this.#condition(select.whereClause, scope);
    const { groupClause, havingClause, sortClause, limitCount, limitOffset, valuesLists } = select;
    this.#subqueries([groupClause, havingClause, sortClause, limitCount, limitOffset, valuesLists], scope);
    return this.#outputs(select.targetList, scope);
  }

  #insert(insert: InsertStmt, scope: Scope): readonly Output[] {
    this.#queries(insert.withClause?.ctes, scope, insert.withClause?.recursive);
    const name = insert.relation?.relname ?? '';
    const relation = tableRelation(name, scope.depth);
    const names = (insert.cols ?? []).map((node) => ('ResTarget' in node ? node.ResTarget.name : undefined));
    const at = names.indexOf(organizationColumnOf(name) ?? '');
    const select =
      insert.selectStmt && 'SelectStmt' in insert.selectStmt ? insert.selectStmt.SelectStmt : undefined;
    const rows = (select?.valuesLists ?? []).map((row) => ('List' in row ? (row.List.items ?? []) : []));
    const inner = innerScope(scope, false);
    const values = rows.map((row) => row[at] && this.#value(row[at], inner));
    const outputs = select ? this.#select(select, inner) : [];
    if (rows.length === 0 && !outputs.some(({ isStar }) => isStar)) values.push(outputs[at]?.value);
    // What is copied from another table has its organization, which is named or reported there.
    const isCopied = rows.length === 0 && values.every((value) => value !== undefined);
    if (isCopied) relation.table?.organization.follows(OrganizationValue.given());
    relation.table?.organization.followsAll(values.length > 0 ? values : [undefined]);
    this.#add(insert.relation?.alias?.aliasname ?? name, relation, scope);
    const { onConflictClause: conflict } = insert;
    const target = (conflict?.infer?.indexElems ?? []).map((node) =>
      'IndexElem' in node ? node.IndexElem.name : '',
    );
    const column = organizationColumnOf(name) ?? '';
    // Without a target, any key counts, and each is judged by its own index.
    if (relation.table && target.length > 0 && !target.includes(column)) this.conflictWithout.push(name);
    this.#subqueries(conflict, scope);
    // An organization is created before it has a number.
    if (name === 'organization') relation.table?.organization.follows(OrganizationValue.given());
    return this.#outputs(insert.returningClause?.exprs, scope);
  }

  #queries(nodes: readonly Node[] | undefined, scope: Scope, isRecursive = false): void {
    for (const node of nodes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      if (!ctequery) continue;
      const select = isRecursive && 'SelectStmt' in ctequery ? ctequery.SelectStmt : undefined;
      let outputs: readonly Output[];
      if (select?.larg && select.rarg) {
        // The rows that a recursive query starts with decide; the others are found from them.
        outputs = this.#select(select.larg, innerScope(scope, false));
        scope.queries.set(ctename, outputs);
        this.#select(select.rarg, innerScope(scope, false));
      } else outputs = this.statement(ctequery, scope, false);
      const names = (aliascolnames ?? []).map((name) => ('String' in name ? name.String.sval : undefined));
      scope.queries.set(
        ctename,
        outputs.map((output, index) => ({ ...output, name: names[index] ?? output.name })),
      );
    }
  }

  #from(node: Node, scope: Scope): void {
    if ('RangeVar' in node) {
      const { relname = '', alias } = node.RangeVar;
      const outputs = queryNamed(scope, relname);
      const relation = outputs
        ? outputRelation(outputs, scope.depth, false)
        : tableRelation(relname, scope.depth);
      this.#add(alias?.aliasname ?? relname, relation, scope);
    } else if ('RangeSubselect' in node && node.RangeSubselect.subquery) {
      const outputs = this.statement(node.RangeSubselect.subquery, scope, false);
      const name = node.RangeSubselect.alias?.aliasname ?? '';
      this.#add(name, outputRelation(outputs, scope.depth, true), scope);
    } else if ('RangeFunction' in node) {
      this.#subqueries(node.RangeFunction.functions, scope);
      this.#add(node.RangeFunction.alias?.aliasname ?? '', functionRelation, scope);
    } else if ('JoinExpr' in node) this.#join(node.JoinExpr, scope);
  }

  #join({ larg, rarg, jointype, quals }: JoinExpr, scope: Scope): void {
    const before = new Set(scope.relations.values());
    if (larg) this.#from(larg, scope);
    const left = new Set([...scope.relations.values()].filter((relation) => !before.has(relation)));
    if (rarg) this.#from(rarg, scope);
    const all = [...scope.relations.values()].filter((relation) => !before.has(relation));
    const right = all.filter((relation) => !left.has(relation));
    const concerned = jointype === 'JOIN_LEFT' ? right : jointype === 'JOIN_RIGHT' ? [...left] : all;
    const values = new Set(concerned.flatMap(({ columns }) => [...columns.values()]));
    this.#condition(quals, scope, (value) => jointype !== 'JOIN_FULL' && values.has(value));
  }

  #add(alias: string, relation: Relation, scope: Scope): void {
    scope.relations.set(alias, relation);
    if (relation.table) this.tables.push(relation.table);
  }

  #condition(
    node: Node | undefined,
    scope: Scope,
    mayName: MayName = (value) => value.depth >= scope.depth,
  ): void {
    if (!node) return;
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
      for (const one of node.BoolExpr.args ?? []) this.#condition(one, scope, mayName);
      return;
    }
    for (const found of foundExpressions(node)) this.#noteFound(found, scope);
    for (const [left, right] of comparedPairs(node)) {
      const [one, other] = [this.#value(left, scope), right && this.#value(right, scope)];
      if (one && other && mayName(one)) one.follows(other);
      if (one && other && mayName(other)) other.follows(one);
    }
    this.#subqueries(node, scope);
  }

  #noteFound(node: Node, scope: Scope): void {
    const column = columnOf(scope, node);
    if (column) column.relation?.table?.foundBy.add(column.name);
  }

  /** The organization that an expression may be. */
  #value(node: Node, scope: Scope): OrganizationValue | undefined {
    if ('ParamRef' in node) return OrganizationValue.given(node.ParamRef.number);
    if ('TypeCast' in node && node.TypeCast.arg) return this.#value(node.TypeCast.arg, scope);
    if ('A_Const' in node && node.A_Const.ival) return OrganizationValue.given();
    const column = columnOf(scope, withoutPlusZero(node));
    return column?.relation?.columns.get(column.name);
  }

  /** Walks the subqueries of conditions and result columns. */
  #subqueries(node: unknown, scope: Scope): void {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node) && 'SubLink' in node) {
      const { testexpr, subselect } = (node as Extract<Node, { SubLink: unknown }>).SubLink;
      this.#subqueries(testexpr, scope);
      if (subselect) this.statement(subselect, scope, true);
      return;
    }
    for (const one of Object.values(node)) this.#subqueries(one, scope);
  }

  #outputs(targets: readonly Node[] | undefined, scope: Scope): readonly Output[] {
    this.#subqueries(targets, scope);
    return (targets ?? []).flatMap((node): Output[] => {
      const value = 'ResTarget' in node ? node.ResTarget.val : undefined;
      if (!('ResTarget' in node) || !value) return [];
      const fields = 'ColumnRef' in value ? (value.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last && 'A_Star' in last) return starOutputs(fields, scope);
      const name = node.ResTarget.name ?? (last && 'String' in last ? last.String.sval : undefined);
      return [{ name, value: this.#value(value, scope), isStar: false }];
    });
  }
}

/** `organization_id + 0` is the organization: written so that the planner prefers no index over it. */
function withoutPlusZero(node: Node): Node {
  if (!('A_Expr' in node)) return node;
  const { name, lexpr, rexpr } = node.A_Expr;
  const isPlus = name?.[0] && 'String' in name[0] && name[0].String.sval === '+';
  const isZero = rexpr && 'A_Const' in rexpr && rexpr.A_Const.ival && !rexpr.A_Const.ival.ival;
  return isPlus && isZero && lexpr ? lexpr : node;
}

/** The expressions by whose values a condition finds rows; of alternatives, if each of them finds rows by one. */
function foundExpressions(node: Node): readonly Node[] {
  if ('BoolExpr' in node) {
    const branches = (node.BoolExpr.args ?? []).map(foundExpressions);
    const isUsed = node.BoolExpr.boolop === 'AND_EXPR' || branches.every((found) => found.length > 0);
    return node.BoolExpr.boolop !== 'NOT_EXPR' && isUsed ? branches.flat() : [];
  }
  return comparedPairs(node).flatMap(([left, right]) => [
    ...rowItems(left),
    ...(right ? rowItems(right) : []),
  ]);
}

function rowItems(node: Node): readonly Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
}

/** The expressions that a condition compares for equality; the second is undefined for a list or a subquery. */
function comparedPairs(node: Node): (readonly [Node, Node | undefined])[] {
  if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK' && node.SubLink.testexpr)
    return [[node.SubLink.testexpr, undefined]];
  if (!('A_Expr' in node)) return [];
  const { kind, name, lexpr, rexpr } = node.A_Expr;
  const operator = name?.[0] && 'String' in name[0] ? (name[0].String.sval ?? '') : '';
  if (!lexpr || !rexpr) return [];
  if (kind === 'AEXPR_OP' && 'RowExpr' in lexpr && 'RowExpr' in rexpr) {
    const others = rexpr.RowExpr.args ?? [];
    const pairs = (lexpr.RowExpr.args ?? []).map((one, index) => [one, others[index]] as const);
    // Pairs of a key and an id are compared to read a range of one key (`indexRange`).
    return operator === '=' ? pairs : /^[<>]=?$/.test(operator) ? pairs.slice(0, 1) : [];
  }
  if (operator !== '=') return [];
  if (kind === 'AEXPR_OP') return [[lexpr, rexpr]];
  if (kind === 'AEXPR_OP_ANY') return [[lexpr, undefined]];
  if (kind !== 'AEXPR_IN') return [];
  const items = 'List' in rexpr ? (rexpr.List.items ?? []) : [];
  return [[lexpr, items.length === 1 ? items[0] : undefined]];
}

function starOutputs(fields: readonly Node[], scope: Scope): Output[] {
  const [alias] = fields;
  const relations =
    fields.length > 1 && alias && 'String' in alias
      ? [scope.relations.get(alias.String.sval ?? '')]
      : [...scope.relations.values()];
  return relations.flatMap((relation): Output[] => {
    const columns = [...(relation?.columns ?? [])].map(([name, value]) => ({ name, value, isStar: true }));
    return columns.length > 0 ? columns : [{ name: undefined, value: undefined, isStar: true }];
  });
}

function combined(left: readonly Output[], right: readonly Output[], depth: number): readonly Output[] {
  return left.map(({ name, value, isStar }, index) => {
    const other = isStar ? right.find((one) => one.name === name) : right[index];
    const both = new OrganizationValue(depth);
    both.followsAll([value, other?.value]);
    // A condition on the column applies on both sides.
    value?.follows(both);
    other?.value?.follows(both);
    return { name, value: both, isStar };
  });
}

/** What a parsed statement says about organizations. */
export function namedOrganizations(statement: Node): NamedOrganizations {
  const walk = new StatementWalk();
  walk.statement(statement, undefined, false);
  const givens = walk.tables.map((table) => ({ table, given: table.organization.givens() }));
  return {
    unnamed: givens
      .filter(({ given }) => given.length === 0)
      .map(({ table }) => ({ table: table.name, foundBy: [...table.foundBy].sort() })),
    parameters: [
      ...new Set(givens.flatMap(({ given }) => given.flatMap(({ parameter }) => parameter ?? []))),
    ],
    conflictWithout: walk.conflictWithout,
  };
}
