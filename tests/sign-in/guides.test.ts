// The guides for providers: their examples are valid configurations, and the redirect addresses in them are the server's.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { configurationFile } from './configuration-file.ts';

const source = configurationFile();

for (const id of ['keycloak', 'entra', 'google', 'gitlab'])
  test(`the guide for ${id} has a valid example and the right addresses`, async () => {
    const page = await readFile(new URL(`../../docs/guide/sign-in-with-${id}.md`, import.meta.url), 'utf8');
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
    assert.equal(examples.length, 1);
    await source.put(`${id}-secret`, 'very-secret-word');
    const [example = ''] = examples;
    const { providers } = await source.read(example);
    const [provider] = providers;
    assert.ok(provider?.kind === 'openid' && provider.id === id);
    assert.ok(page.includes(`https://chat.example.com/complete/oidc/${id}/`));
    const addresses = [...page.matchAll(/https:\/\/chat\.example\.com(\/[^\s`]*)/g)].map(
      ([, path = '']) => path,
    );
    const knownPaths = ['', 'logged-out/', 'backchannel-logout'].map((end) => `/complete/oidc/${id}/${end}`);
    for (const path of addresses) assert.ok(knownPaths.includes(path), path);
    assert.equal(provider.logsOut, page.includes('/logged-out/'));
    assert.match(page, /invite_required/);
    const index = await readFile(new URL('../../docs/guide/single-sign-on.md', import.meta.url), 'utf8');
    assert.ok(index.includes(`(sign-in-with-${id}.md)`));
  });
