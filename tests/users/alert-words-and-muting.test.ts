// Personal lists: alert words and muted people.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);

describe('alert words', () => {
  const path = '/users/me/alert_words';

  const cases: readonly [text: string, alerts: boolean][] = [
    ['about lemons', true],
    ['LEMONS!', true],
    ['"lemons," she said', true],
    ['"lemons" she said', false],
    ['(lemons) and `lemons`', true],
    ['**lemons** or [lemons](https://a.com)', true],
    ['> lemons', true],
    ['sour-lemons', false],
    ['lemons-to', false],
    ['/lemons', false],
    ['@lemons', false],
    ['https://a.com/lemons/x', false],
    ['lemonsquash', false],
    ['```\nlemons\n```', false],
    ['~~~ py\nlemons\n~~~', false],
    ['```quote\nlemons\n```', true],
    ['```\nx\n```\nlemons', true],
  ];
  for (const [text, alerts] of cases) {
    test(`${JSON.stringify(text)} ${alerts ? 'alerts' : 'does not alert'} people, including its sender`, async () => {
      await mel.ok('POST', path, { alert_words: ['lemons'] });
      const id = await mel.sendToChannel('general', 'words', text);
      const flagsOf = async () => (await mel.ok('GET', `/messages/${id}`)).message.flags;
      assert.equal((await flagsOf()).includes('has_alert_word'), alerts);
      await mel.ok('PATCH', `/messages/${id}`, { content: alerts ? 'nothing' : 'lemons' });
      assert.equal((await flagsOf()).includes('has_alert_word'), !alerts);
      await mel.ok('DELETE', path, { alert_words: ['lemons'] });
    });
  }

  const commonPrefixCases: readonly [text: string, alerted: readonly string[]][] = [
    ['a lemon tree', ['mel', 'mia']],
    ['a lemon trees', ['mel']],
    ['lemonade', ['max']],
    ['lemonades, or le', []],
    ['some lemon, a lemon treehouse and lemonade.', ['mel', 'max']],
  ];
  for (const [text, alerted] of commonPrefixCases) {
    test(`of several people with common prefixes are distinguished in ${JSON.stringify(text)}`, async () => {
      const words = { mel: ['lemon', 'lem'], mia: ['lemon tree', 'lemons'], max: ['lemonade', 'lemonad'] };
      const people = { mel, mia, max };
      for (const [name, alert_words] of Object.entries(words))
        await people[name as keyof typeof people].ok('POST', path, { alert_words });
      const id = await mel.sendToChannel('general', 'words', text);
      const found: string[] = [];
      for (const [name, person] of Object.entries(people)) {
        const { message } = await person.ok('GET', `/messages/${id}`);
        if (message.flags.includes('has_alert_word')) found.push(name);
      }
      assert.deepEqual(found, alerted);
      for (const [name, alert_words] of Object.entries(words))
        await people[name as keyof typeof people].ok('DELETE', path, { alert_words });
    });
  }

  test('are added trimmed, without empty ones and duplicates', async () => {
    const [melEvents = [], miaEvents = []] = await expectFold([mel, mia], () =>
      mel.ok('POST', path, { alert_words: [' lunch ', 'Deploy', '', 'deploy'] }),
    );
    assert.deepEqual(melEvents[0].alert_words.sort(), ['Deploy', 'lunch']);
    assert.deepEqual(miaEvents, []);
    assert.deepEqual((await mel.ok('GET', path)).alert_words.sort(), ['Deploy', 'lunch']);
  });

  test('flag later messages', async () => {
    const listener = await mel.registerQueue();
    await mia.sendToChannel('general', 'food', 'Lunch is ready');
    const [event] = await listener.eventsOf('message');
    assert.deepEqual(event.flags, ['has_alert_word']);
  });

  test('are removed in any case', async () => {
    const listener = await mel.registerQueue();
    assert.deepEqual((await mel.ok('POST', path, { alert_words: ['LUNCH'] })).alert_words.length, 2);
    assert.deepEqual(await listener.events(), []);
    await expectFold([mel], () => mel.ok('DELETE', path, { alert_words: ['LUNCH', 'unknown'] }));
    assert.deepEqual((await mel.ok('GET', path)).alert_words, ['Deploy']);
    await mia.sendToChannel('general', 'food', 'Lunch is over');
    const [event] = await listener.eventsOf('message');
    assert.deepEqual(event.flags, []);
  });

  test('are bounded', async () => {
    const long = { alert_words: ['fine', 'x'.repeat(101)] };
    await mel.refused(
      'POST',
      path,
      long,
      'BAD_REQUEST',
      'alert_words[1] is too long (limit: 100 characters)',
    );
    assert.deepEqual((await mel.ok('GET', path)).alert_words, ['Deploy']);
    const many = Array.from({ length: 1000 }, (_, index) => `word ${index}`);
    await max.ok('POST', path, { alert_words: many });
    await max.refused('POST', path, { alert_words: ['one more'] }, 'QUOTA_EXCEEDED');
    assert.equal((await max.ok('GET', path)).alert_words.length, 1000);
  });
});

describe('muted people', () => {
  const path = `/users/me/muted_users/${max.userId}`;

  test('their past and future messages are read', async () => {
    const id = await max.sendToChannel('general', 'noise', 'hello');
    const [melEvents = [], maxEvents = []] = await expectFold([mel, max], () => mel.ok('POST', path));
    assert.equal(melEvents[0].type, 'muted_users');
    assert.deepEqual(
      melEvents[0].muted_users.map((muted: { id: number }) => muted.id),
      [max.userId],
    );
    const flags = melEvents.find(({ type }) => type === 'update_message_flags');
    assert.ok(flags.messages.includes(id));
    assert.deepEqual(maxEvents, []);
    const listener = await mel.registerQueue();
    await max.sendToChannel('general', 'noise', 'hello again');
    assert.deepEqual((await listener.eventsOf('message'))[0].flags, ['read']);
  });

  test('are muted once and unmuted once', async () => {
    await mel.refused('POST', path, {}, 'BAD_REQUEST', 'User already muted');
    await mel.refused('POST', `/users/me/muted_users/${mel.userId}`, {}, 'BAD_REQUEST', 'Cannot mute self');
    await mel.refused('POST', '/users/me/muted_users/999', {}, 'BAD_REQUEST', 'No such user');
    await mel.refused('DELETE', '/users/me/muted_users/999', {}, 'BAD_REQUEST', 'No such user');
    await expectFold([mel], () => mel.ok('DELETE', path));
    await mel.refused('DELETE', path, {}, 'BAD_REQUEST', 'User is not muted');
  });
});
