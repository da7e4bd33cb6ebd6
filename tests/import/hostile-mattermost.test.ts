// Broken and malicious Mattermost bulk exports: each is refused with its place and reason, and nothing is written.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { importTarget, runImport } from './importing.ts';
import { type Line, mattermostLines, post, postLine, writeBulkExport } from './mattermost-archive.ts';

const server = await startTestServer({ isDemo: false });
const target = await importTarget(server);
after(() => target.close());

async function expectRefused(
  lines: readonly (Line | string)[],
  reason: RegExp,
  team?: string,
): Promise<void> {
  const path = await writeBulkExport(lines);
  await assert.rejects(runImport(path, target, false, { team }), reason);
  assert.deepEqual(await target.database.reader(0).execute('select * from organization_import', []), []);
  assert.deepEqual(await readdir(target.workFolder).catch(() => []), []);
}

/** The lines of the other tests, with those of one type changed. */
function linesWithChange(
  kind: string,
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): Line[] {
  return mattermostLines().map((line) =>
    line.type === kind ? { type: kind, [kind]: change(line[kind] as Record<string, unknown>) } : line,
  );
}

describe('a Mattermost export is refused', () => {
  test('with several teams, unless an existing one is named', async () => {
    await expectRefused(
      mattermostLines(),
      /several teams; choose one with --team\. Its teams: "ship", "pier"/,
    );
    await expectRefused(mattermostLines(), /it contains no team "sea"\. Its teams: "ship", "pier"/, 'sea');
    await expectRefused(
      mattermostLines().filter(({ type }) => type !== 'team'),
      /it contains no team/,
    );
  });

  test('of an unknown version', async () => {
    const [, ...rest] = mattermostLines();
    const [later, odd] = [2, 'one'].map((version) => ({ type: 'version', version }) as unknown as Line);
    assert.ok(later && odd);
    await expectRefused([later, ...rest], /line 1: "version" is 2\. Only 1 is supported/, 'ship');
    await expectRefused([odd, ...rest], /line 1: "version" is no/, 'ship');
  });

  test('with invalid, too long or malformed lines', async () => {
    await expectRefused(
      [...mattermostLines(), '{"type":"post","post":'],
      /import\.jsonl, line 27: it is not valid JSON/,
      'ship',
    );
    await expectRefused(
      [...mattermostLines(), '[1]'],
      /import\.jsonl, row of line 27: it is not an object/,
      'ship',
    );
    await expectRefused(
      [...mattermostLines(), '{"type":"post"}'],
      /row of line 27: "post" is missing/,
      'ship',
    );
    const long = post('town-square', postLine(1, 'ben', 'x'.repeat(5000)));
    await withLimit('importRowBytes', 4000, () =>
      expectRefused([...mattermostLines(), long], /import\.jsonl, line 27: it exceeds the limit/, 'ship'),
    );
    const farFuture = post('town-square', postLine(1, 'ben', 'x', { create_at: 1e30 }));
    await expectRefused([...mattermostLines(), farFuture], /"create_at" is not a valid time/, 'ship');
    const unknownChannel = post('nowhere', postLine(1, 'ben', 'x'));
    await expectRefused(
      [...mattermostLines(), unknownChannel],
      /row of line 27.*: "channel" is not in the archive/,
      'ship',
    );
    await expectRefused(
      linesWithChange('channel', (row) => ({ ...row, type: 'X' })),
      /"type" is not a known channel type/,
      'ship',
    );
    await expectRefused(
      linesWithChange('direct_post', (row) => ({ ...row, channel_members: [] })),
      /"channel_members" is empty/,
      'ship',
    );
    const duplicate = mattermostLines().find(({ type }) => type === 'user') ?? assert.fail();
    await expectRefused([...mattermostLines(), duplicate], /"username" appears twice/, 'ship');
  });

  test('without a usable login for someone, or without administrators', async () => {
    await expectRefused(
      linesWithChange('user', (row) => ({ ...row, email: '' })),
      /3 active people have no email address: ann\.of\.sea \(ann\.of\.sea\),/,
      'ship',
    );
    const roleless = (row: Record<string, unknown>) => ({
      ...row,
      teams: [{ name: 'ship', roles: 'team_user', channels: [] }],
    });
    await expectRefused(linesWithChange('user', roleless), /it has no active owner/, 'ship');
  });
});
