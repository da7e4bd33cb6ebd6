// Files in mails may be as large as other uploads, as far as a mail can hold them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { addressFor, newest, startMailServer } from './support.ts';

for (const [fileMegabytes, megabytes, isAttached] of [
  [1, 1.5, false],
  [28, 26, true],
] as const) {
  test(`a mail’s file of ${megabytes} MiB is ${isAttached ? 'attached' : 'left out'} with a limit of ${fileMegabytes} MiB`, async () => {
    const server = await startMailServer({ bounds: { ...defaultConfiguredLimits, fileMegabytes } });
    const mel = await server.as('mel');
    const general = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
    const attachments = [{ filename: 'big.bin', content: Buffer.alloc(megabytes * MEBIBYTE, 7) }];
    await server.send({ to: await addressFor(mel, general), subject: 'big', text: 'see', attachments });
    assert.match(
      (await newest(mel)).content,
      isAttached ? /\[big\.bin\]\(\/user_uploads\// : /not attached because it is too large/,
    );
  });
}

test('a file beyond the space of the sender is named with the reason, and the others are attached', async () => {
  const server = await startMailServer({ bounds: { ...defaultConfiguredLimits, personMegabytes: 1 } });
  const mel = await server.as('mel');
  const general = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  const attachments = [
    { filename: 'big.bin', content: Buffer.alloc(1.5 * MEBIBYTE, 7) },
    { filename: 'notes.txt', content: 'some notes' },
  ];
  const to = await addressFor(mel, general, mel.userId);
  await server.send({ to, subject: 'two', text: 'see', attachments });
  assert.match(
    (await newest(mel)).content,
    /\n\n\*big\.bin was not attached: Upload would exceed the 1 MiB .+\*\n\[notes\.txt\]\(\/user_uploads\/\S+\)$/,
  );
});
