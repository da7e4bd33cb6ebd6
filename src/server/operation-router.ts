// Finds the operation for a method and path. All operations have a router of their own, which lists the methods
// of a path, and which the prefixes of the API and the servers of one process share.

import FindMyWay from 'find-my-way';
import type { Operation } from '../api/operation.ts';
import { ApiError } from '../api-contract/error.ts';
import type { Method } from '../api-contract/operation.ts';

/** The operation that a request is routed to, with the values of its path parameters. */
export interface Destination {
  readonly operation: Operation;
  readonly inPath: Readonly<Record<string, string>>;
}

interface RouteEntry {
  readonly operation: Operation;
  readonly pathNames: readonly string[];
}

const allMethods: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const MAX_PARAMETER_LENGTH = 1000;

/** Routers by their list of operations, shared by the servers of one process. */
const routers = new WeakMap<readonly Operation[], OperationRouter>();

/** The HTTP server limits the length of the whole address; only single segments are limited here. */
export class OperationRouter {
  readonly #router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH });

  /** The cached router of these operations. */
  static of(operations: readonly Operation[]): OperationRouter {
    const router = routers.get(operations) ?? new OperationRouter(operations);
    routers.set(operations, router);
    return router;
  }

  private constructor(operations: readonly Operation[]) {
    for (const operation of operations) {
      for (const { method, path } of [operation, ...(operation.alsoAt ?? [])]) {
        const pathNames = [...path.matchAll(/\{(\w+)\*?\}/g)].map((match) => match[1] ?? '');
        const url = path.replace(/\{\w+\*\}/g, '*').replace(/\{(\w+)\}/g, ':$1');
        const entry: RouteEntry = { operation, pathNames };
        this.#router.on(method ?? operation.method, url, () => undefined, entry);
      }
    }
  }

  /**
   * Finds the operation for a path below the API's prefix.
   * @throws ApiError 404 for an unknown path, 405 for an unsupported method
   */
  find(method: string, path: string): Destination {
    const found = this.#find(method === 'HEAD' ? 'GET' : method, path);
    if (!found) throw this.#errorFor(path);
    const { operation, pathNames } = found.store as RouteEntry;
    const inPath: Record<string, string> = {};
    for (const name of pathNames) {
      const value = found.params[name] ?? found.params['*'];
      if (value !== undefined) inPath[name] = value;
    }
    return { operation, inPath };
  }

  #find(method: string, path: string): ReturnType<ReturnType<typeof FindMyWay>['find']> {
    return this.#router.find(method as Method, path);
  }

  #errorFor(path: string): ApiError {
    const allowed = allMethods.filter((method) => this.#find(method, path)).sort();
    if (allowed.length === 0) return new ApiError(404, 'NOT_FOUND', 'Not found: unknown operation.');
    return new ApiError(405, 'METHOD_NOT_ALLOWED', 'Method Not Allowed', { allowed_methods: allowed }).with({
      allow: allowed.join(', '),
    });
  }
}
