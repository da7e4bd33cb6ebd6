// The script that asks for a passkey, with a document and an authenticator that the test controls.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { PASSKEY_SCRIPT } from '../../src/server/pages/passkey-script.ts';

/** A page with the script; `ask` is what the authenticator does. */
function pageWith(options: object, ask: (kind: string) => Promise<object>) {
  const submitted: string[] = [];
  const passkey = { value: '' };
  const form = { elements: { passkey }, submit: () => submitted.push(passkey.value) };
  const button = {
    form,
    hidden: true,
    disabled: false,
    dataset: { passkey: JSON.stringify(options) },
    onclick: () => undefined,
  };
  const error = { hidden: true };
  runInNewContext(PASSKEY_SCRIPT, {
    document: { querySelector: (name: string) => (name === '[data-passkey]' ? button : error) },
    window: {
      PublicKeyCredential: {
        parseCreationOptionsFromJSON: () => 'creation',
        parseRequestOptionsFromJSON: () => 'request',
      },
    },
    navigator: {
      credentials: {
        create: ({ publicKey }: { publicKey: string }) => ask(`create ${publicKey}`),
        get: ({ publicKey }: { publicKey: string }) => ask(`get ${publicKey}`),
      },
    },
  });
  return { button, error, submitted };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('while the authenticator is asked the button is disabled, and the error appears only after a failure', async () => {
  const answers: PromiseWithResolvers<object>[] = [];
  const { button, error, submitted } = pageWith({ challenge: 'x' }, () => {
    const answer = Promise.withResolvers<object>();
    answers.push(answer);
    return answer.promise;
  });
  const state = () => [button.hidden, button.disabled, error.hidden];
  assert.deepEqual(state(), [false, false, true]);
  button.onclick();
  assert.deepEqual(state(), [false, true, true]);
  answers[0]?.reject(new Error('canceled'));
  await turn();
  assert.deepEqual([state(), submitted], [[false, false, false], []]);
  button.onclick();
  assert.deepEqual(state(), [false, true, true]);
  answers[1]?.resolve({ id: 'key' });
  await turn();
  assert.deepEqual([state(), submitted], [[false, true, true], ['{"id":"key"}']]);
});

for (const [options, expected] of [
  [{ user: { id: 'a' } }, 'create creation'],
  [{ challenge: 'x' }, 'get request'],
] as const) {
  test(`${JSON.stringify(options)} asks the browser to ${expected}`, async () => {
    const requestedKinds: string[] = [];
    const { button } = pageWith(options, async (kind) => {
      requestedKinds.push(kind);
      return {};
    });
    button.onclick();
    await turn();
    assert.deepEqual(requestedKinds, [expected]);
  });
}
