// The facts about an operation that a client needs at run time, generated from its declaration: its route, and the
// parameters that are sent as plain text. The types of parameters are not included; the compiler knows them.

import type { Declaration, Method } from './operation.ts';

export interface ClientRoute {
  readonly method: Method;
  /** Below `/api/v1`, with `{name}` for path parameters. */
  readonly path: string;
  /** Parameters whose texts are sent unencoded; every other value is sent as JSON. */
  readonly plain?: readonly string[];
  /** Accepts files in a multipart body. */
  readonly files?: true;
}

/** The routes by operation name. */
export type ClientTable = Readonly<Record<string, ClientRoute>>;

function routeOf({ method, path, parameters, files }: Declaration): ClientRoute {
  const plainNames = Object.entries(parameters)
    .filter(([, { encoding }]) => encoding === 'plain')
    .map(([name]) => name);
  return {
    method,
    path,
    ...(plainNames.length > 0 && { plain: plainNames }),
    ...(files && { files }),
  };
}

/** The table for a set of operations, without those that answer with a whole document. */
export function clientTable(declarations: readonly Declaration[]): ClientTable {
  return Object.fromEntries(
    declarations
      .filter(({ answers }) => answers === undefined)
      .map((declaration) => [declaration.name, routeOf(declaration)]),
  );
}
