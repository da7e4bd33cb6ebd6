// GET /openapi.json: the document that is projected from the declarations of all operations.

import { type Operation, publicOperation, WholeAnswer } from '../operation.ts';

/** Made with all operations, which it is one of itself. */
export function getOpenApi(rooms: () => Readonly<Record<string, readonly Operation[]>>): Operation {
  let document: string | undefined;
  return publicOperation({
    name: 'get-openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Describe every operation as an OpenAPI 3.1 document.',
    access: 'anyone',
    parameters: {},
    answers: 'application/json',
    result: {},
    async handle() {
      if (document === undefined) {
        // Few servers are ever asked.
        const { openApiDocument } = await import('../../api-contract/openapi.ts');
        document = JSON.stringify(openApiDocument(rooms()));
      }
      return new WholeAnswer(document);
    },
  });
}
