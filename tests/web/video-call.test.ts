// Video calls in the composer: they are offered if there is a provider, which returns the link.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import type { State } from '../../client/state/state.ts';
import type { Insertion } from '../../web/composer/composer.ts';
import { hasCalls, insertCall } from '../../web/composer/video-call.ts';
import type { Organization } from '../../web/data/organization.ts';
import type { Destination } from '../../web/lib/destination.ts';

/** An organization whose calls are recorded. */
function organizationWith(state: object, answer: (name: string) => object | Promise<object> = () => ({})) {
  const calls: [name: string, parameters: object][] = [];
  const call = async (name: string, parameters: object) => {
    calls.push([name, parameters]);
    return answer(name);
  };
  const organization = { state: state as State, client: { call } } as unknown as Organization;
  return { organization, calls };
}

const topic = (channelId: number, name = 'Plans'): Destination => ({
  kind: 'channel',
  channelId,
  topic: name,
});

test('calls are offered with the providers of the API, with Jitsi only if it has a server', () => {
  const areCallsOffered = (
    realm_video_chat_provider: number | undefined,
    jitsi_server_url: string | null = null,
  ) => hasCalls(organizationWith({ realm_video_chat_provider, jitsi_server_url }).organization);
  assert.deepEqual(
    [0, 1, 2, 3, 8, 9].map((provider) => areCallsOffered(provider)),
    [false, false, true, true, true, false],
  );
  assert.equal(areCallsOffered(1, 'https://calls.example.com'), true);
  assert.equal(areCallsOffered(undefined, 'https://calls.example.com'), false);
});

test('the link of a call comes from the provider of the organization', async () => {
  const inserted = async (
    provider: number | undefined,
    destination: Destination | undefined,
    fails?: Error,
  ) => {
    const { organization, calls } = organizationWith(
      {
        realm_video_chat_provider: provider,
        jitsi_server_url: provider === 1 || provider === undefined ? 'https://jitsi.example.com//' : null,
        subscriptions: [{ stream_id: 7, name: 'design' }],
      },
      (name) => {
        if (fails) throw fails;
        return { url: `/calls/${name}` };
      },
    );
    const texts: string[] = [];
    const errors: unknown[] = [];
    const composer = {
      destination,
      insert: ({ text }: Insertion) => void texts.push(text),
      showError: (error: unknown) => void errors.push(error),
    };
    await insertCall(organization, composer, 'https://chat.example.com/');
    return { texts, errors, calls };
  };
  const providers: readonly [number, string, object | undefined][] = [
    [3, 'create-zoom-call', { is_video_call: true }],
    [4, 'create-big-blue-button-call', { meeting_name: '#design › Plans' }],
    [5, 'create-zoom-call', { is_video_call: true }],
    [6, 'create-constructor-groups-call', undefined],
    [7, 'create-nextcloud-talk-call', { room_name: '#design › Plans' }],
    [8, 'create-vendor-call', undefined],
  ];
  for (const [provider, name, parameters] of providers) {
    const { texts, calls } = await inserted(provider, topic(7));
    assert.deepEqual(calls, [[name, parameters]]);
    assert.deepEqual(texts, [`[Join the video call.](https://chat.example.com/calls/${name})`]);
  }
  const jitsi = await inserted(1, topic(7));
  assert.match(jitsi.texts[0] ?? '', /\(https:\/\/jitsi\.example\.com\/[0-9]{15}\)$/);
  assert.deepEqual(jitsi.calls, []);
  // Without a name of the conversation, the call has a general one; a long one is cut.
  const [callNames] = (await inserted(4, topic(99))).calls;
  assert.deepEqual(callNames?.[1], { meeting_name: 'Video call' });
  const [long] = (await inserted(4, topic(7, 'x'.repeat(200)))).calls;
  assert.deepEqual(long?.[1], { meeting_name: `#design › ${'x'.repeat(90)}` });
  assert.deepEqual((await inserted(4, undefined)).calls, []);
  const refusal = await inserted(4, topic(7), new ParleyError(400, 'BAD_REQUEST', 'No calls.'));
  assert.deepEqual([refusal.texts, refusal.errors], [[], [{ text: 'No calls.', lang: 'en' }]]);
  await assert.rejects(inserted(4, topic(7), new TypeError('a bug')), TypeError);
});
