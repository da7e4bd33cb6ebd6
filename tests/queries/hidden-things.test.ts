// Hidden things are not revealed: naming a channel, topic, message, person or address that the requester cannot see gives the
// same answer as one that does not exist. Every operation that takes such a name or id is called twice, once with a hidden
// thing and once with a missing one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { filledPath } from '../access/support.ts';
import { validCalls } from '../bad-input/valid-calls.ts';
import { makeWorld } from '../bad-input/world.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { credentials } from '../uploads/support.ts';
import { allSlots, entryOf, type Slot } from './slots.ts';
import { absentLike, makeHiddenWorld, type Requester, type Value } from './world.ts';

const world = await makeWorld(await startTestServer());
const hiddenWorld = await makeHiddenWorld(world);
await world.server.server.scheduler.close();
const slots = allSlots();

test('every parameter is classified by the kinds of objects that it may name', () => {
  const unknown = allOperations.flatMap((operation) =>
    Object.entries(operation.parameters)
      .filter(([name, parameter]) => entryOf(operation, name, parameter) === undefined)
      .map(([name]) => `${operation.name} ${name}`),
  );
  assert.deepEqual(unknown, []);
});

/** The valid call of an operation, about things that the requester sees. */
function callOf({ operation, parameters }: Slot, requester: Requester, value: Value): Json {
  const valid = validCalls[operation.name]?.parameters?.(world) ?? {};
  const visible = hiddenWorld.seen(requester);
  const about: Json = {
    message_id: visible.message,
    stream_id: visible.channel.id,
    topic: 'plans',
    to: operation.name === 'send-message' ? visible.channel.name : visible.channel.id,
    user_id: visible.person,
    user_id_or_email: String(visible.person),
  };
  const acceptedParameters = Object.entries(about).filter(([name]) => name in valid);
  return { ...valid, ...Object.fromEntries(acceptedParameters), ...parameters(value, visible) };
}

async function answerTo(slot: Slot, requester: Requester, value: Value): Promise<string> {
  const call = callOf(slot, requester, value);
  const { operation } = slot;
  const path = filledPath(operation.path, (name) => encodeURIComponent(String(call[name] ?? '')));
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name));
  const sent = Object.fromEntries(Object.entries(call).filter(([name]) => !inPath.has(name)));
  const { status, body } = await hiddenWorld.requesters[requester].request(operation.method, path, sent);
  return JSON.stringify([status, withoutEcho(body, value)]);
}

/** Fields that differ between answers anyway. */
const VOLATILE = new Set([
  'server_timestamp',
  'queue_id',
  'last_event_id',
  'event_queue_longpoll_timeout_seconds',
]);

/** An answer with a mark in place of the input. */
function withoutEcho(body: unknown, value: Value): unknown {
  if (typeof body === 'string') return withoutText(body, value);
  if (typeof body !== 'object' || body === null) return body === value ? '<it>' : body;
  if (Array.isArray(body)) return body.map((one) => withoutEcho(one, value));
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, inside]) => [withoutText(name, value), withoutEcho(inside, value)]),
  );
}

function withoutText(text: string, value: Value): string {
  if (typeof value === 'string')
    return text.replaceAll(value, '<it>').replaceAll(encodeURIComponent(value), '<it>');
  // Digits within a random key, such as that of a picture, are not the input.
  return text.replace(/(?<![0-9a-z])\d+(?![0-9a-z])/gi, (digits) =>
    Number(digits) === value ? '<it>' : digits,
  );
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

for (const requester of Object.keys(hiddenWorld.requesters) as Requester[]) {
  test(`for a ${requester} hidden things give the same answers as missing ones`, async () => {
    const problems: string[] = [];
    for (const slot of slots) {
      for (const value of hiddenWorld.hidden(requester, slot.kind)) {
        const nothing = absentLike(slot.kind, value);
        const [ofHidden, ofNothing] = [
          await answerTo(slot, requester, value),
          await answerTo(slot, requester, nothing),
        ];
        if (ofHidden === ofNothing) continue;
        const { operation, parameter, kind } = slot;
        const from = Math.max(0, firstDifference(ofHidden, ofNothing) - 80);
        const [hiddenPart, absentPart] = [ofHidden, ofNothing].map((text) => text.slice(from, from + 160));
        problems.push(`${operation.name} ${parameter} ${kind} ${value}: ${hiddenPart} / ${absentPart}`);
      }
    }
    assert.deepEqual(problems, []);
  });
}

test('pictures of people by id or address reveal nothing', async () => {
  for (const requester of ['guest', 'member', 'administrator'] as const) {
    const client = hiddenWorld.requesters[requester];
    const pictureOf = async (named: Value) => {
      const { status, headers } = await fetch(`${client.url}/avatar/${encodeURIComponent(named)}`, {
        headers: credentials(client),
        redirect: 'manual',
      });
      return [status, withoutGravatar(headers.get('location') ?? '')];
    };
    for (const kind of ['user id', 'address'] as const) {
      for (const value of hiddenWorld.hidden(requester, kind)) {
        assert.deepEqual(
          await pictureOf(value),
          await pictureOf(absentLike(kind, value)),
          `${requester} ${value}`,
        );
      }
    }
  }
});

/** The address of a picture without the hash of the requested email address. */
function withoutGravatar(url: string): string {
  return url.replace(/[0-9a-f]{32,64}/, '<it>');
}
