// Who may edit and move, as tables.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ContentEditFacts,
  checkMayEditContent,
  checkMessageChanges,
  type RequestedChanges,
} from '../../src/model/messages/edit-rules.ts';
import {
  checkTargetAge,
  checkWholeTopicAge,
  type MoveLimits,
  resolutionChange,
  wholeTopicLimit,
} from '../../src/model/messages/move-rules.ts';

function check(name: string, run: () => void, expectedError: string | undefined): void {
  test(`${name}: ${expectedError ?? 'is allowed'}`, () => {
    if (expectedError === undefined) run();
    else assert.throws(run, { message: expectedError });
  });
}

const sender: ContentEditFacts = { allowsEditing: true, isSender: true, ageSeconds: 0, limitSeconds: 600 };
const tooLate = 'The time limit for editing this message has passed';
const edits: readonly (readonly [string, Partial<ContentEditFacts>, string | undefined])[] = [
  ['the sender', {}, undefined],
  ['the sender within the grace', { ageSeconds: 620 }, undefined],
  ['the sender after the grace', { ageSeconds: 621 }, tooLate],
  ['the sender without a limit', { ageSeconds: 1e9, limitSeconds: null }, undefined],
  ['another account', { isSender: false }, "You don't have permission to edit this message"],
  [
    'an account when editing is off',
    { allowsEditing: false, isSender: false },
    'Your organization has turned off message editing',
  ],
];
for (const [name, facts, expectedError] of edits) {
  check(`edits: ${name}`, () => checkMayEditContent({ ...sender, ...facts }), expectedError);
}

const nothing: RequestedChanges = {
  isDirect: false,
  content: false,
  topic: undefined,
  channel: false,
  propagateMode: 'change_one',
  isWidget: false,
  hashDiffers: false,
};
const changes: readonly (readonly [string, Partial<RequestedChanges>, string | undefined])[] = [
  ['nothing', {}, 'Nothing to change'],
  ['content', { content: true }, undefined],
  ['topic and content', { content: true, topic: 'x' }, undefined],
  ['topic and channel', { channel: true, topic: 'x' }, undefined],
  [
    'content and channel',
    { content: true, channel: true },
    'Cannot change message content while changing channel',
  ],
  ['a widget', { content: true, isWidget: true }, 'Widgets cannot be edited.'],
  ['a widget moved', { topic: 'x', isWidget: true }, undefined],
  ['a direct message with a topic', { isDirect: true, topic: 'x' }, 'Direct messages cannot have topics.'],
  [
    'the empty topic resolved',
    { topic: '✔', propagateMode: 'change_all' },
    'General chat cannot be marked as resolved',
  ],
  [
    'another version of the content',
    { content: true, hashDiffers: true },
    "'prev_content_sha256' value does not match the expected value.",
  ],
];
for (const [name, wanted, expectedError] of changes) {
  check(`changes: ${name}`, () => checkMessageChanges({ ...nothing, ...wanted }), expectedError);
}

const resolutions: readonly (readonly [string, string, 'resolve' | 'unresolve' | undefined])[] = [
  ['bug', '✔ bug', 'resolve'],
  ['✔ bug', 'bug', 'unresolve'],
  ['✔ ✔✔ bug', 'bug', 'unresolve'],
  ['bug', '✔ other', undefined],
  ['✔ bug', 'other', undefined],
  ['✔bug', 'bug', undefined],
  ['b'.repeat(60), `✔ ${'b'.repeat(55)}...`, 'resolve'],
];
for (const [from, to, expected] of resolutions) {
  test(`from ${from} to ${to} is ${expected ?? 'a move'}`, () =>
    assert.equal(resolutionChange(from, to), expected));
}

const member: MoveLimits = { isModerator: false, topicSeconds: 100, channelSeconds: undefined };
const topicLate = "The time limit for editing this message's topic has passed.";
const channelLate = "The time limit for editing this message's channel has passed";
check('moves: a member in time', () => checkTargetAge(member, 'change_one', 120), undefined);
check('moves: a member too late', () => checkTargetAge(member, 'change_later', 121), topicLate);
check('moves: the whole topic', () => checkTargetAge(member, 'change_all', 1000), undefined);
check(
  'moves: a moderator',
  () => checkTargetAge({ ...member, isModerator: true }, 'change_one', 1000),
  undefined,
);
check(
  'moves: to another channel',
  () => checkTargetAge({ isModerator: false, topicSeconds: undefined, channelSeconds: 10 }, 'change_one', 31),
  channelLate,
);

test('the stricter of two limits applies to moving a whole topic', () => {
  assert.equal(wholeTopicLimit({ isModerator: false, topicSeconds: 50, channelSeconds: 40 }), 40);
  assert.equal(wholeTopicLimit({ isModerator: false, topicSeconds: 50, channelSeconds: null }), 50);
  assert.equal(wholeTopicLimit({ isModerator: false, topicSeconds: null, channelSeconds: undefined }), null);
  assert.equal(wholeTopicLimit({ isModerator: true, topicSeconds: 50, channelSeconds: 40 }), null);
});

const messages = [
  { id: 1, sent_at: 0 },
  { id: 2, sent_at: 500 },
  { id: 3, sent_at: 900 },
];
check('whole topics: all young', () => checkWholeTopicAge(1000, messages, 1000), undefined);
check('whole topics: no limit', () => checkWholeTopicAge(null, messages, 1e9), undefined);
check(
  'whole topics: a part',
  () => checkWholeTopicAge(600, messages, 1000),
  'You only have permission to move the 2/3 most recent messages in this topic.',
);
check(
  'whole topics: none',
  () => checkWholeTopicAge(10, messages, 1000),
  'The time limit for moving this topic has passed.',
);
