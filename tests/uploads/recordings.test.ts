// Recordings such as voice messages: their length and loudness, which clients measure and send with the file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { load, png, sendFiles, upload } from './support.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const waveform = '0123456789abcdef'.repeat(4);
const recording = { name: 'voice.weba', bytes: Buffer.from('what was said') };

const rendered = async (content: string): Promise<string> =>
  (await mel.ok('POST', '/messages/render', { content })).rendered;

async function sendRecording(
  fields: Readonly<Record<string, string>>,
  file: { readonly name: string; readonly bytes: Uint8Array } = recording,
) {
  const { status, body } = await sendFiles(mel, '/user_uploads', [file], fields);
  return { status, msg: body.msg as string, url: body.url as string };
}

const uploadCount = async () => (await mel.ok('GET', '/attachments')).attachments.length;

test('a message shows the length and loudness of a recording, also after an edit and to others', async () => {
  const { url } = await sendRecording({ duration: '42', waveform });
  const id = await mel.sendToChannel('general', 'voice', `![Voice message (0:42)](${url})`);
  const player = `<audio controls data-duration="42" data-waveform="${waveform}" preload="metadata" src="${url}" title="Voice message (0:42)"></audio>`;
  const contentOf = async () => (await mia.ok('GET', `/messages/${id}`)).message.content;
  assert.equal(await contentOf(), `<p>${player}</p>`);
  await mel.ok('PATCH', `/messages/${id}`, { content: `listen: ![Voice message (0:42)](${url})` });
  assert.equal(await contentOf(), `<p>listen: ${player}</p>`);
  const file = await load(mia, url, { range: 'bytes=5-7' });
  assert.deepEqual(
    [file.status, file.headers.get('content-type'), await file.text()],
    [206, 'audio/webm', 'was'],
  );
});

test('audio files without measures have the plain player', async () => {
  const { url } = await upload(mel, 'voice.m4a', 'x');
  assert.equal(
    await rendered(`![v](${url})`),
    `<p><audio controls preload="metadata" src="${url}" title="v"></audio></p>`,
  );
});

test('measures that are wrong, incomplete, or of other files are refused, and nothing is stored', async () => {
  const count = await uploadCount();
  const refusals: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ duration: '42' }, 'duration and waveform must be sent together'],
    [{ waveform }, 'duration and waveform must be sent together'],
    [{ duration: '0', waveform }, 'duration is too small'],
    [{ duration: String(limits.recordingSeconds + 1), waveform }, 'duration is too large'],
    [{ duration: '1.5', waveform }, 'duration is not an integer'],
    [{ duration: '42', waveform: waveform.slice(1) }, 'waveform is not 64 hexadecimal digits'],
    [{ duration: '42', waveform: `${waveform}0` }, 'waveform is not 64 hexadecimal digits'],
    [{ duration: '42', waveform: `"${waveform.slice(1)}` }, 'waveform is not 64 hexadecimal digits'],
  ];
  for (const [fields, message] of refusals) {
    const { status, msg } = await sendRecording(fields);
    assert.deepEqual([status, msg], [400, message], JSON.stringify(fields));
  }
  const others = [
    { name: 'notes.txt', bytes: Buffer.from('a') },
    { name: 'film.webm', bytes: Buffer.from('a') },
    { name: 'picture.weba', bytes: await png(3, 3) },
  ];
  for (const file of others) {
    const { status, msg } = await sendRecording({ duration: '42', waveform }, file);
    assert.deepEqual(
      [status, msg],
      [400, 'duration and waveform are only accepted for audio files'],
      file.name,
    );
  }
  assert.equal(await uploadCount(), count);
});
