// The requests that the client may send: documented operations, its own files, pictures and uploads, and the login
// pages.

import { allOperations } from '../../src/api/all-operations.ts';
import { clientTable } from '../../src/api-contract/client-table.ts';

const operations = Object.values(clientTable(allOperations)).map(({ method, path }) => {
  // A final parameter with a star matches the rest of the path.
  const pattern = path.replace(/\{\w+\*\}/g, '.+').replace(/\{\w+\}/g, '[^/]+');
  return { method, path: new RegExp(`^/json${pattern}$`) };
});

const others =
  /^\/($|new$|web\/|login\/|accounts\/|join\/|register\/|user_uploads\/|user_avatars\/|avatar\/|external_content\/|static\/|api\/client-table\.json$|api\/v1\/tus|service-worker\.js$|share$|manifest\.webmanifest$|favicon\.ico$)/;

/** Whether a request is documented. */
export function isDocumented(method: string, path: string): boolean {
  // Large files use the tus protocol, which has its own requests.
  if (path.startsWith('/json/tus/')) return ['POST', 'PATCH', 'HEAD'].includes(method);
  if (!path.startsWith('/json/')) return others.test(path);
  return operations.some((one) => one.method === method && one.path.test(path));
}
