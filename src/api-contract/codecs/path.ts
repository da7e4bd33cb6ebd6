// Where a value is in a document. Errors name it; until then a path is a chain of names, which costs little to extend.

/**
 * The name of a document or parameter, or a step into a value. Its text is the form that the API shows:
 * `messages[2]["id"]`.
 */
export type Path = string | Step;

/** The member or item `key` of the value at `parent`. */
export class Step {
  readonly parent: Path;
  readonly key: string | number;

  constructor(parent: Path, key: string | number) {
    this.parent = parent;
    this.key = key;
  }

  toString(): string {
    return typeof this.key === 'number' ? `${this.parent}[${this.key}]` : `${this.parent}["${this.key}"]`;
  }
}

/** The names and indexes that lead from the document to a value, without the name of the document. */
export function keysOfPath(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let step = path; typeof step !== 'string'; step = step.parent) keys.push(step.key);
  return keys.reverse();
}

/** A path as people read it, with the name of the document if it has one: `messages.2.id`. */
export function dottedPath(path: Path): string {
  let root = path;
  while (typeof root !== 'string') root = root.parent;
  return [root, ...keysOfPath(path)].filter((part) => part !== '').join('.');
}
