// Mail about missed messages for people who do not want to be disturbed.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { fillWithPeople } from '../support/crowd.ts';

const server = await startMissedMailServer();
const [olive, mel, mia] = [await server.as('olive'), await server.as('mel'), await server.as('mia')];
const MIA = 'mia@example.com';
const HOUR = 3600;

const change = (state: object) => mia.ok('PATCH', '/users/me/do_not_disturb', { ...state });
const pause = () => change({ paused_until: nowSeconds() + HOUR });
const direct = (text: string) => mel.sendDirect([mia.userId], text);
const always = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '09:00' };

/** The texts of the mails to Mia after some seconds. */
async function mails(seconds?: number): Promise<(string | undefined)[]> {
  return (await server.mailTo(MIA, seconds)).map(({ text }) => text);
}

afterEach(async () => {
  await change({ paused_until: 0, quiet_hours: { ...always, enabled: false }, allowed_senders: [] });
  await mia.ok('POST', '/mark_all_as_read');
  await server.mailAfter(3 * HOUR);
});

describe('mail about missed messages', () => {
  test('waits for the end of the pause, and is about messages that are still unread', async () => {
    await pause();
    const read = await direct('the first course');
    await direct('the second course');
    assert.deepEqual(await mails(), []);
    assert.deepEqual(await mails(HOUR - 60), []);
    await mia.ok('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const [mail = '', ...others] = await mails(HOUR + 60);
    assert.match(mail, /the second course/);
    assert.doesNotMatch(mail, /^\s*the first course/m);
    assert.deepEqual(others, []);
    assert.deepEqual(await mails(HOUR + 600), []);
  });

  test('is sent about messages of allowed senders, while others wait', async () => {
    await pause();
    await olive.sendDirect([mia.userId], 'lunch?');
    assert.deepEqual(await mails(), []);
    await change({ allowed_senders: [mel.userId] });
    await direct('the server is down');
    const [mail = '', ...others] = await mails();
    assert.match(mail, /the server is down/);
    assert.deepEqual(others, []);
    const [later = ''] = await mails(HOUR + 60);
    assert.match(later, /lunch\?/);
  });

  test('is sent about a message of an allowed sender that comes while others wait', async () => {
    await change({ paused_until: nowSeconds() + HOUR, allowed_senders: [mel.userId] });
    await olive.sendDirect([mia.userId], 'lunch?');
    assert.deepEqual(await mails(), []);
    await direct('the server is down');
    assert.equal((await mails()).length, 1);
  });

  test('is sent when the pause is ended early', async () => {
    await pause();
    await direct('dessert');
    assert.deepEqual(await mails(), []);
    await change({ paused_until: 0 });
    assert.match((await mails())[0] ?? '', /dessert/);
  });

  test('waits while quiet hours never end, until they are turned off', async () => {
    await change({ quiet_hours: always });
    await direct('coffee');
    assert.deepEqual(await mails(), []);
    assert.deepEqual(await mails(8 * 24 * HOUR), []);
    await change({ quiet_hours: { ...always, enabled: false } });
    assert.match((await mails())[0] ?? '', /coffee/);
  });

  test('about a message for very many people waits as well', async () => {
    const { id: channelId } = await olive.ok('POST', '/channels/create', {
      name: 'everybody',
      subscribers: [olive, mel, mia].map(({ userId }) => userId),
    });
    const { user_groups: groups } = await olive.ok('GET', '/user_groups');
    const members = groups.find(({ name }: { name: string }) => name === 'role:members').id;
    await olive.ok('PATCH', '/realm', { can_mention_many_users_group: { new: members } });
    const max = await server.as('max');
    await max.ok('PATCH', '/settings', { enable_offline_email_notifications: false });
    await server.server.services.database.write(1, (writer) =>
      fillWithPeople(writer, { like: max.userId, size: limits.missedPeoplePerBatch + 50, channelId }),
    );
    await server.mailAfter();
    await pause();
    await mel.sendToChannel('everybody', 'news', '@**all** the menu');
    assert.deepEqual(await mails(), []);
    const [mail = '', ...others] = await mails(HOUR + 60);
    assert.match(mail, /the menu/);
    assert.deepEqual(others, []);
  });
});

test('other mail is sent at any time', async () => {
  await pause();
  await mia.ok('PATCH', '/settings', { email: 'mia@example.org' });
  const [mail] = await server.mailTo('mia@example.org');
  assert.ok(mail);
});
