// A value of a statement that may be an organization: a parameter, a column, or the column of a subquery. Values are the
// nodes of a graph: a comparison says which of them are equal, and from those that are given, all named ones follow.

/** Where a value is: the parameters, or the relations of a subquery at this depth. */
const GIVEN = -1;

export class OrganizationValue {
  /** How many subqueries of conditions and result columns are around it. */
  readonly depth: number;
  /** The number of its parameter; undefined for columns and constants. */
  readonly parameter: number | undefined;
  readonly #equals: OrganizationValue[] = [];
  /** Lists of values that must all be named, such as the same column of both sides of a union. */
  readonly #combined: (readonly (OrganizationValue | undefined)[])[] = [];

  constructor(depth: number, parameter?: number) {
    this.depth = depth;
    this.parameter = parameter;
  }

  /** A parameter, or a constant without a number. */
  static given(parameter?: number): OrganizationValue {
    return new OrganizationValue(GIVEN, parameter);
  }

  /** If the other value is named, so is this one. */
  follows(other: OrganizationValue): void {
    if (other !== this) this.#equals.push(other);
  }

  /** If all of these values are named, so is this one. */
  followsAll(others: readonly (OrganizationValue | undefined)[]): void {
    this.#combined.push(others);
  }

  /** The parameters and constants that it is equal to; empty if no organization is named. */
  givens(visited = new Set<OrganizationValue>()): readonly OrganizationValue[] {
    if (this.depth === GIVEN) return [this];
    if (visited.has(this)) return [];
    visited.add(this);
    const found = this.#equals.flatMap((value) => value.givens(visited));
    for (const values of this.#combined) {
      // Each has a walk of its own, since a value that several of them lead to counts for each.
      const givens = values.map((value) => value?.givens(new Set(visited)) ?? []);
      if (givens.every((some) => some.length > 0)) found.push(...givens.flat());
    }
    return found;
  }
}
