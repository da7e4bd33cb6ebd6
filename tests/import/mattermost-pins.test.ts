// Posts that were pinned in Mattermost are pinned for everyone after an import, within the bound of a conversation.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withLimit } from '../support/with-limit.ts';
import { channelNamed, notesOfPins, pinsOf } from './imported-pins.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { type Line, mattermostLines, post, postLine, writeBulkExport } from './mattermost-archive.ts';

const options = { isDemo: false, dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
const server = await startTestServer(options);
const target = await importTarget(server);
after(() => target.close());

describe('pins of a Mattermost export', async () => {
  const pinned = { is_pinned: true };
  const all: Line[] = [
    ...mattermostLines(),
    ...[1, 2, 3].map((at) => post('vault', postLine(100 + at, 'ann.of.sea', `rule ${at}`, pinned))),
    post('deck', postLine(110, 'ben', 'sold', pinned)),
    post('town-square', {
      ...postLine(120, 'ben', 'a thread'),
      replies: [postLine(121, 'ben', 'its reply', pinned)],
    }),
  ];
  const report = await withLimit('pinnedMessages', 2, async () =>
    runImport(await writeBulkExport(all), target, false, { team: 'ship' }),
  );
  const ann = await clientOf(server, target, report.organizationId ?? 0, 'ann.of.sea@ship.example');

  test('are those of posts and replies, and name the authors', async () => {
    const square = await channelNamed(ann, 'Town Square');
    const [[text, , at] = []] = await pinsOf(ann, { stream_id: square });
    assert.deepEqual([text, at], ['its reply', 121]);
  });

  test('are limited to the latest of a conversation, and are not imported in archived channels', async () => {
    const vault = await channelNamed(ann, 'VAULT');
    assert.deepEqual(await pinsOf(ann, { stream_id: vault }), [
      ['rule 3', ann.userId, 103],
      ['rule 2', ann.userId, 102],
    ]);
    assert.deepEqual(notesOfPins(report.missing), [
      ['a conversation can have 2; the latest stay', 1],
      ['archived channels have none', 1],
    ]);
    assert.equal(report.came.pins, 3);
  });
});
