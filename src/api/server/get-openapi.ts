// GET /openapi.json: the OpenAPI document, generated from the declarations of all operations.

import { DocumentAnswer, type Operation, publicOperation } from '../operation.ts';

/** Takes all operations as a function, because it is one of them itself. */
export function getOpenApi(
  operationsByFolder: () => Readonly<Record<string, readonly Operation[]>>,
): Operation {
  let document: string | undefined;
  return publicOperation({
    name: 'get-openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get the OpenAPI 3.1 document that describes all operations.',
    access: 'anyone',
    parameters: {},
    answers: 'application/json',
    result: {},
    async handle() {
      if (document === undefined) {
        // The generator is loaded on demand, since few servers need it.
        const { openApiDocument } = await import('../../api-contract/openapi.ts');
        document = JSON.stringify(openApiDocument(operationsByFolder()));
      }
      return new DocumentAnswer(document);
    },
  });
}
