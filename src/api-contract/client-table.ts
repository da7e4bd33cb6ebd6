// What a client must know of an operation at run time, projected from its declaration: where it is, and which of
// its parameters travel as they are. The types that say what may be sent are no part of it; the compiler has them.

import type { Declaration, Method } from './operation.ts';

export interface ClientRoute {
  readonly method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters. */
  readonly path: string;
  /** Parameters whose texts are sent as they are; every other value is sent as JSON. */
  readonly plain?: readonly string[];
  /** Takes files in a multipart body. */
  readonly files?: true;
}

/** The routes by the names of their operations. */
export type ClientTable = Readonly<Record<string, ClientRoute>>;

function routeOf({ method, path, parameters, files }: Declaration): ClientRoute {
  const plain = Object.entries(parameters)
    .filter(([, { encoding }]) => encoding === 'plain')
    .map(([name]) => name);
  return {
    method,
    path,
    ...(plain.length > 0 && { plain }),
    ...(files && { files }),
  };
}

/** The table for a set of operations. Those that answer with a document of their own are no part of it. */
export function clientTable(declarations: readonly Declaration[]): ClientTable {
  return Object.fromEntries(
    declarations
      .filter(({ answers }) => answers === undefined)
      .map((declaration) => [declaration.name, routeOf(declaration)]),
  );
}
