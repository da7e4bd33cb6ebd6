// Misspelled setting names in the environment.

import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { databaseLocation } from '../../src/cli/command-database.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { unknownSettings } from '../../src/cli/setting-names.ts';

test('a misspelled setting stops the start, and the error names the intended one', () => {
  for (const [name, meant] of [
    ['PARLEY_DATABSE_URL', 'PARLEY_DATABASE_URL'],
    ['PARLEY_DATABASEURL', 'PARLEY_DATABASE_URL'],
    ['PARLEY_PROT', 'PARLEY_PORT'],
    ['PARLEY_ULR', 'PARLEY_URL'],
    ['PARLEY_S3_SECRET_ACESS_KEY', 'PARLEY_S3_SECRET_ACCESS_KEY'],
    ['PARLEY_ZOOM_CLIENTID', 'PARLEY_ZOOM_CLIENT_ID'],
  ] as const) {
    const start = () => parseServeOptions([], { [name]: 'x' });
    assert.throws(start, {
      message: new RegExp(`^${name} is not a setting\\. Did you mean ${meant}\\?`),
      status: 2,
    });
  }
});

test('a command checks the names too, before it opens a database', (t) => {
  process.env.PARLEY_DATABASE_ULR = 'postgres://localhost/x';
  t.after(() => {
    delete process.env.PARLEY_DATABASE_ULR;
  });
  assert.throws(() => databaseLocation({}), /Did you mean PARLEY_DATABASE_URL\?/);
});

test('other similar names are reported and stop nothing', () => {
  const environment = {
    PARLEY_PORT: '9000',
    PARLEY_JWT_KEY: 'x'.repeat(32),
    PARLEY_ZOOM_CLIENT_ID: 'x',
    PARLEY_TEST_X: '',
    PARLEY_SERVICE_HOST: '10.0.0.1',
    PARLEY_PORT_9991_TCP_ADDR: '10.0.0.1',
    PARLEY_BACKUPS: '/srv/backups',
    OTHER: '',
  };
  const unknown = ['PARLEY_BACKUPS', 'PARLEY_PORT_9991_TCP_ADDR', 'PARLEY_SERVICE_HOST'];
  assert.deepEqual(unknownSettings(environment), unknown);
  assert.equal(parseServeOptions([], environment)?.port, 9000);
});
