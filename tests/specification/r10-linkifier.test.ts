// The fields of a linkifier.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel] = await Promise.all([server.as('adam'), server.as('mel')]);
const ticket = { pattern: 'ISSUE(?P<id>[0-9]+)', url_template: 'https://tracker.example/show{?id}' };

const add = async (values: Json): Promise<number> =>
  (await adam.ok('POST', '/realm/filters', { ...ticket, ...values })).id;
const refused = (values: Json) =>
  adam.refused('POST', '/realm/filters', { ...ticket, ...values }, 'BAD_REQUEST');
const remove = (id: number) => adam.ok('DELETE', `/realm/filters/${id}`);
const all = async () => (await mel.ok('GET', '/realm/linkifiers')).linkifiers;
const listedLinkifier = async (id: number) => (await all()).find((one: { id: number }) => one.id === id);
const render = async (content: string): Promise<string> =>
  (await mel.ok('POST', '/messages/render', { content })).rendered;

test('R-linkifier.1 R-linkifier.2 a pattern makes links by its template', async () => {
  const id = await add({});
  const linkifier = await listedLinkifier(id);
  assert.ok(Number.isInteger(id));
  assert.equal(linkifier.pattern, ticket.pattern);
  assert.equal(linkifier.url_template, ticket.url_template);
  assert.ok(!('url_format' in linkifier));
  assert.equal(await render('ISSUE12'), '<p><a href="https://tracker.example/show?id=12">ISSUE12</a></p>');
  await remove(id);
  assert.equal(await render('ISSUE12'), '<p>ISSUE12</p>');
});

test('R-linkifier.3 example_input matches the pattern, or is null', async () => {
  const plain = await add({});
  assert.equal((await listedLinkifier(plain)).example_input, null);
  await remove(plain);
  await refused({ example_input: 'TICKET12' });
  await refused({ reverse_template: 'ISSUE{id}' });
  const id = await add({ example_input: 'ISSUE12' });
  assert.equal((await listedLinkifier(id)).example_input, 'ISSUE12');
  await remove(id);
});

test('R-linkifier.4 reverse_template makes the text from an address', async () => {
  const plain = await add({});
  assert.equal((await listedLinkifier(plain)).reverse_template, null);
  await remove(plain);
  const braces = { pattern: 'x\\{(?P<id>[0-9]+)\\}', example_input: 'x{12}' };
  await refused({ ...braces, reverse_template: 'x{{id}}' });
  await refused({ ...braces, reverse_template: 'x{{{other}}}' });
  const id = await add({ ...braces, reverse_template: 'x{{{id}}}' });
  assert.equal((await listedLinkifier(id)).reverse_template, 'x{{{id}}}');
  await remove(id);
});

test('R-linkifier.5 alternative_url_templates make no links', async () => {
  const plain = await add({});
  assert.deepEqual((await listedLinkifier(plain)).alternative_url_templates, []);
  await remove(plain);
  const alternative_url_templates = ['https://tracker.example/pull/{id}', 'https://old.example/{id}'];
  const id = await add({ alternative_url_templates });
  assert.deepEqual((await listedLinkifier(id)).alternative_url_templates, alternative_url_templates);
  assert.equal(await render('ISSUE12'), '<p><a href="https://tracker.example/show?id=12">ISSUE12</a></p>');
  await remove(id);
  await refused({ alternative_url_templates: ['https://old.example/{id'] });
});

test('R-linkifier.6 linkifiers are returned and applied in their order', async () => {
  const first = await add({ pattern: 'AB(?P<id>[0-9]+)', url_template: 'https://first.example/{id}' });
  const second = await add({ pattern: 'AB(?P<n>[0-9]+)', url_template: 'https://second.example/{n}' });
  const ids = async () => (await all()).map(({ id }: { id: number }) => id);
  assert.deepEqual((await ids()).slice(-2), [first, second]);
  assert.match(await render('AB7'), /first\.example/);
  const reversed = (await ids()).reverse();
  await adam.ok('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: reversed });
  assert.deepEqual(await ids(), reversed);
  assert.match(await render('AB7'), /second\.example/);
});
