// What the audit log records about calls, and the metrics.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditedTable } from '../organization/audited-table.ts';
import { Device } from './device.ts';

const { server, olive, mel, mia, expectEntries } = await auditedTable();
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
const [first, second] = [await Device.of(mel), await Device.of(mia)];

expectEntries(
  'someone else ends a call, and removes a person from it',
  async () => {
    await first.start({ type: 'channel', to: stream_id, topic: 'audited' });
    await second.join(first.callId);
    await olive.ok('DELETE', `/calls/${first.callId}/participants/${mia.userId}`);
    const text = await metrics();
    assert.match(text, /^parley_calls\{engine="mesh"\} 1$/m);
    assert.match(text, /^parley_calls\{engine="livekit"\} 0$/m);
    assert.match(text, /^parley_call_participants 1$/m);
    await olive.ok('POST', `/calls/${first.callId}/end`);
  },
  () => [
    { kind: 'call_participant_removed', affected_user_id: mia.userId, stream_id },
    { kind: 'call_ended', affected_user_id: mel.userId, stream_id },
  ],
);

expectEntries(
  'the person who started a call ends it',
  async () => {
    await first.start({ type: 'direct', to: [mia.userId] });
    await mel.ok('POST', `/calls/${first.callId}/end`);
  },
  () => [],
);

test('nothing goes on afterwards', async () => {
  assert.match(await metrics(), /^parley_call_participants 0$/m);
});
