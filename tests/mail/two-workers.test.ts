// When two workers, as on two servers, find the same mail due at the same time, one of them sends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { MailWorker, type MailWorkerOptions } from '../../src/integrations/mail/mail-worker.ts';
import { startTestServer } from '../support/server.ts';

test('a mail that two workers find is sent once, by the worker that claimed it', async () => {
  const { server } = await startTestServer();
  const { database, fileStore } = server.services;
  await server.scheduler.close();
  for (let count = 0; count < 5; count++) {
    await database.write(1, (writer) =>
      queueMail(writer, { to: `ann${count}@example.org`, subject: 'Once', text: 'Once.' }),
    );
  }
  const sent: string[] = [];
  const transport: MailWorkerOptions['transport'] = {
    outcome: 'sent',
    async send(mail) {
      sent.push(JSON.stringify(mail.to));
      await new Promise((resolve) => setImmediate(resolve));
    },
    closeConnections() {},
  };
  const log = { info() {}, warn() {}, error() {} };
  const workers = [1, 2].map(
    () => new MailWorker({ database, fileStore, transport, sender: 'chat@example.net', log }),
  );
  await Promise.all(workers.map((worker) => worker.run(nowSeconds())));
  assert.equal(new Set(sent).size, 5);
  assert.equal(sent.length, 5);
});
