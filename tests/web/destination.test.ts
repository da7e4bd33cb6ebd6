// The destinations of messages, and the views that contain them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Term } from '../../web/lib/address.ts';
import {
  type Destination,
  destinationOf,
  directTo,
  isForView,
  isSameDestination,
  termsOf,
} from '../../web/lib/destination.ts';

const ownId = 1;
const term = (operator: string, operand: string, isNegated = false): Term => ({
  operator,
  operand,
  isNegated,
});
const logo: Destination = { kind: 'channel', channelId: 7, topic: 'logo' };
const toMia: Destination = { kind: 'direct', personIds: [2] };

const cases: readonly [string, Destination, readonly Term[], boolean | undefined][] = [
  ['its topic', logo, [term('channel', '7'), term('topic', 'Logo')], true],
  ['another topic', logo, [term('channel', '7'), term('topic', 'colours')], false],
  ['the topic without a name', logo, [term('channel', '7'), term('topic', '')], false],
  ['its channel', logo, [term('channel', '7')], true],
  ['its channel without a topic', logo, [term('channel', '7'), term('topic', 'colours', true)], true],
  ['another channel', logo, [term('channel', '8')], false],
  ['a direct conversation', logo, [term('dm', '2')], false],
  ['its direct conversation', toMia, [term('dm', '1,2')], true],
  ['a channel', toMia, [term('channel', '7')], false],
  ['everything', logo, [], undefined],
  ['starred messages', toMia, [term('is', 'starred')], undefined],
];

for (const [view, destination, terms, expected] of cases) {
  const where = destination.kind === 'direct' ? 'Mia' : 'a topic';
  test(`a message to ${where} ${expected === false ? 'does not appear' : 'appears'} in ${view}${expected === undefined ? ' if that view is its destination' : ''}`, () => {
    assert.equal(isForView(destination, terms, ownId), expected);
  });
}

const topic = (name: string, channelId = 3): Destination => ({ kind: 'channel', channelId, topic: name });

test('a view of one conversation is its destination', () => {
  assert.deepEqual(destinationOf([term('channel', '3'), term('topic', 'a')], ownId), topic('a'));
  assert.deepEqual(destinationOf([term('dm', '4,1,2')], ownId), { kind: 'direct', personIds: [2, 4] });
  assert.deepEqual(destinationOf([term('dm', '1')], ownId), { kind: 'direct', personIds: [] });
});

test('a view of several conversations, or an exclusion, has no destination', () => {
  assert.equal(destinationOf([term('is', 'starred')], ownId), undefined);
  assert.equal(destinationOf([term('channel', '3', true)], ownId), undefined);
  assert.equal(destinationOf([term('channel', 'design')], ownId), undefined);
  assert.equal(destinationOf([term('channel', '3x')], ownId), undefined);
  assert.equal(destinationOf([term('dm', '4', true)], ownId), undefined);
  for (const operand of ['', 'mia', '4,', ',4', '4,mia'])
    assert.equal(destinationOf([term('dm', operand)], ownId), undefined, operand);
});

test('a destination maps to its view', () => {
  assert.deepEqual(termsOf(topic('a'), ownId), [term('channel', '3'), term('topic', 'a')]);
  assert.deepEqual(termsOf(directTo([4, 2], ownId), ownId), [term('dm', '2,4')]);
  assert.deepEqual(termsOf(directTo([], ownId), ownId), [term('dm', '1')]);
});

test('topics that differ only in case are equal', () => {
  assert.ok(isSameDestination(topic('Plans'), topic('plans ')));
  assert.ok(!isSameDestination(topic('plans'), topic('plans', 4)));
  assert.ok(!isSameDestination(topic('plans'), topic('plan')));
  assert.ok(!isSameDestination(directTo([2], ownId), directTo([2, 4], ownId)));
  assert.ok(isSameDestination(directTo([4, 2, 4, ownId], ownId), directTo([2, 4], ownId)));
  assert.ok(isSameDestination(undefined, undefined));
  assert.ok(!isSameDestination(undefined, directTo([], ownId)));
  assert.ok(!isSameDestination(directTo([], ownId), undefined));
  const unchosen: Destination = { kind: 'channel', channelId: undefined, topic: 'plans' };
  assert.ok(!isSameDestination(unchosen, topic('plans')));
  assert.deepEqual(termsOf(unchosen, ownId), [term('channel', ''), term('topic', 'plans')]);
});
