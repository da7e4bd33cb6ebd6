// A process that is killed at a point of the secret's rotation: `node rotate-killed.mjs DATA URL POINT`.

import { join } from 'node:path';
import { rotateSecret } from '../../src/server/rotate-secret.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';

const [dataDirectory = '', url = '', wanted = ''] = process.argv.slice(2);
const databaseUrl = url === '' ? undefined : url;
const database = await ParleyDatabase.open({ url: databaseUrl, file: join(dataDirectory, 'parley.db') });
const die = () => process.kill(process.pid, 'SIGKILL');
if (wanted === 'within') {
  // In the middle of the unit of work: everything is encrypted again, and nothing committed.
  const write = database.write.bind(database);
  database.write = (organizationId, unit) =>
    write(organizationId, async (writer) => {
      await unit(writer);
      die();
    });
}
await rotateSecret(database, { dataDirectory, databaseUrl }, (point) => {
  if (point === wanted) die();
});
