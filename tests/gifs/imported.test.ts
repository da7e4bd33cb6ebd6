// An archive contains no key of a provider, so GIFs are off in an imported organization until a provider is chosen again.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { importTarget, runImport } from '../import/importing.ts';
import { changeRows, jsonIn, ownArchive, writeArchive } from '../import/own-archive.ts';
import { startTestServer } from '../support/server.ts';

test('an imported organization has its rating and no provider', async () => {
  const { original } = await ownArchive();
  assert.equal(jsonIn(new Map(original), 'parley/manifest.json').tables.gif_key, undefined);
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  const path = await writeArchive(original, (entries) =>
    changeRows(entries, 'organization', ([row]) => {
      const settings = { ...JSON.parse(row?.settings), gif_provider: 'giphy', gif_rating_policy: 3 };
      Object.assign(row ?? {}, { settings: JSON.stringify(settings) });
    }),
  );
  await runImport(path, target);
  const { settings } = await target.database
    .reader(0)
    .db.selectFrom('organization')
    .select('settings')
    .executeTakeFirstOrThrow();
  const { gif_provider, gif_rating_policy } = JSON.parse(settings);
  assert.deepEqual([gif_provider, gif_rating_policy], [undefined, 3]);
});
