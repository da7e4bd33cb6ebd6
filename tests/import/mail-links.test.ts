// Links of an organization imported beside another: in messages and mails they lead to its own address, and the mails are
// sent to its own people.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { run, runningDemo } from '../support/command-line.ts';
import { mailTo } from '../support/mail.ts';
import type { TestServer } from '../support/server.ts';
import { importTarget } from './importing.ts';
import { writeArchive, zulipFiles } from './zulip-archive.ts';

const URL = ['--url', 'https://chat.example:8443'];
const archive = await writeArchive(zulipFiles());

let server: TestServer;
let storageFlags: readonly string[];
before(async () => {
  ({ server, storageFlags } = await runningDemo());
});

const command = (...args: string[]) => run('organization', 'import', ...args, ...storageFlags);

test('no mails are sent for an organization that was not imported', async () => {
  const mailingResult = await command('--mail-links', ...URL);
  assert.deepEqual(
    [mailingResult.status, mailingResult.err],
    [1, 'There is no finished import to send emails for.\n'],
  );
});

test('links lead to the host of the organization, below the address of the server', async () => {
  const importResult = await command(archive, '--host', 'harbour.example', ...URL);
  assert.equal(importResult.status, 0, importResult.err);
  const target = await importTarget(server);
  after(() => target.close());
  const scheduled = await target.database
    .reader(9)
    .db.selectFrom('scheduled_message')
    .select('organization_url')
    .where('organization_id', '=', 9)
    .execute();
  assert.equal(scheduled[0]?.organization_url, 'https://harbour.example:8443');
  const unnamed = await command('--mail-links', '--host', 'harbour.example');
  assert.deepEqual(
    [unnamed.status, unnamed.err],
    [2, "--url is missing. Set it to the server's address, for the links.\n"],
  );
  // No host is needed, because only one organization was imported.
  const mailingResult = await command('--mail-links', ...URL);
  assert.deepEqual(
    [mailingResult.status, mailingResult.out],
    [0, 'Emails queued for the server to send: 3.\n'],
    mailingResult.err,
  );
  const [mail] = await mailTo(server, 'ann@harbour.example');
  assert.match(mail?.text ?? '', /https:\/\/harbour\.example:8443\/accounts\/password\/reset\//);
});

test('the reported number of mails is the number of queued mails', async () => {
  const closingResult = await run('organization', 'deactivate', '--host', 'harbour.example', ...storageFlags);
  assert.equal(closingResult.status, 0, closingResult.err);
  const mailingResult = await command('--mail-links', ...URL);
  assert.deepEqual(
    [mailingResult.status, mailingResult.out],
    [0, 'Emails queued for the server to send: 0.\n'],
    mailingResult.err,
  );
});
