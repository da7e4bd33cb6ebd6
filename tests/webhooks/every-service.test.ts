// Every service has a table of its messages, and a section in the guide.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { webhookServices } from '../../src/model/webhook-services/webhook-services.ts';

const folder = new URL('.', import.meta.url);
const tables = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/^messagesTable\(\s*(\w+),/gm)])
  .map(([, name]) => name);
const guide = readFileSync(new URL('../../docs/guide/webhooks.md', folder), 'utf8');
const guideNames = [...guide.matchAll(/^\| \w[\w ]* \| (`.*) \|$/gm)].map(([, names]) => names).join(' ');

/** The name of the constant: `slack_incoming` is `slackIncoming`. */
const constantOf = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

for (const { name, displayName } of webhookServices) {
  test(`${displayName} has a table of its payloads`, () => {
    assert.ok(
      tables.includes(constantOf(name)),
      `messagesTable(${constantOf(name)}, […]) is in none of these files`,
    );
  });
  test(`${displayName} is in the guide`, () => {
    assert.ok(guideNames.includes(`\`${name}\``), `\`${name}\` is in no row of docs/guide/webhooks.md`);
  });
}
