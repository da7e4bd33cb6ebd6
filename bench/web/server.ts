// A server of its own process on a data directory, with a build of the client in any directory:
// `server.ts DATA_DIRECTORY WEB_DIRECTORY`. It prints its port and ends with SIGTERM.

import { silentLog } from '../../src/server/logger.ts';
import { ParleyServer } from '../../src/server/server.ts';

const [dataDirectory = '', webDirectory = ''] = process.argv.slice(2);
const server = await ParleyServer.build({
  host: '127.0.0.1',
  port: 0,
  publicUrl: undefined,
  log: silentLog,
  isDemo: true,
  dataDirectory,
  databaseUrl: undefined,
  webDirectory,
});
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`listening on ${server.port}\n`);
