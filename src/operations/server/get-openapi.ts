// GET /openapi.json: the document that is projected from the declarations of all operations.

import { anyJson } from '../../contract/codec.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import { type Operation, publicOperation } from '../operation.ts';

/** Made with the list of all operations, which it is part of itself. */
export function getOpenApi(operations: () => readonly Operation[]): Operation {
  let document: Record<string, unknown> | undefined;
  return publicOperation({
    name: 'get-openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describe every operation as an OpenAPI 3.1 document.',
    access: 'anyone',
    parameters: {},
    result: { openapi: anyJson },
    async handle() {
      document ??= openApiDocument(operations());
      return document as never;
    },
  });
}
