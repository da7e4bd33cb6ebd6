// A digest from end to end: on its weekday the server mails it by SMTP, with the headers for unsubscribing, which work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../../src/api-contract/time.ts';
import { newClient } from '../access/support.ts';
import { noon, WEEK, weekday } from './digest-helpers.ts';
import { header, startMissedMailServer, unsubscribeLink } from './missed-support.ts';

test('a digest is sent on its weekday, and its link stops the next', async () => {
  let moment = noon - DAY;
  const server = await startMissedMailServer({ clock: () => moment });
  const { scheduler, services } = server.server;
  const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
  const person = await newClient(server, { key: 'absent' });
  const { id } = await olive.ok('POST', '/channels/create', {
    name: 'lively',
    subscribers: [mel.userId, person.userId],
  });
  await services.database.write(1, async (writer) => {
    const long = 30 * DAY;
    await writer.execute(`update message set sent_at = sent_at - ${long}`, []);
    await writer.execute(`update account set date_joined = date_joined - ${long}, last_login_at = 1`, []);
  });
  await olive.ok('PATCH', '/realm', { digest_emails_enabled: true, digest_weekday: weekday });
  await mel.sendToChannel('lively', 'party', 'bring **cake**');
  const mails = async (at: number) => {
    moment = at;
    await scheduler.runDue();
    const all = await server.mailTo('absent@example.com', 0);
    return all.filter(({ subject }) => subject?.startsWith('What happened in'));
  };
  assert.deepEqual(await mails(noon - DAY), []);
  const [mail, ...more] = await mails(noon);
  assert.deepEqual(more, []);
  assert.match(mail?.text ?? '', new RegExp(`/#narrow/channel/${id}-lively/topic/party/near/`));
  assert.match(mail?.html ?? '', /bring <strong>cake<\/strong>/);
  assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.equal((await server.open(unsubscribeLink(mail), 'POST')).status, 200);
  await mel.sendToChannel('lively', 'party', 'and candles');
  await services.database.write(1, async (writer) => {
    await writer.execute(`update message set sent_at = sent_at + ${WEEK}`, []);
  });
  assert.deepEqual(await mails(noon + WEEK), []);
});
