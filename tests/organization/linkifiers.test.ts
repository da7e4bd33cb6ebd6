// Linkifiers and code playgrounds: storing, ordering, events, and their effect on messages.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel, gus] = await Promise.all([server.as('adam'), server.as('mel'), server.as('gus')]);
const everybody = [adam, mel, gus];

const ticket = { pattern: 'ISSUE(?P<id>[0-9]+)', url_template: 'https://tracker.example/{id}' };

async function listedLinkifiers(): Promise<{ id: number; pattern: string }[]> {
  return (await mel.ok('GET', '/realm/linkifiers')).linkifiers;
}

async function remove(id: number): Promise<void> {
  await adam.ok('DELETE', `/realm/filters/${id}`);
}

describe('linkifiers', () => {
  test('are appended, sent to everyone, and used in messages from then on', async () => {
    let id = 0;
    const eventLists = await expectFold(everybody, async () => {
      ({ id } = await adam.ok('POST', '/realm/filters', ticket));
    });
    const last = (await listedLinkifiers()).at(-1);
    assert.deepEqual(last, {
      id,
      ...ticket,
      example_input: null,
      reverse_template: null,
      alternative_url_templates: [],
    });
    assert.deepEqual(eventLists[1]?.at(-1).realm_linkifiers.at(-1), last);
    const { rendered } = await mel
      .ok('POST', '/messages/render', { content: 'see ISSUE12' })
      .catch(() => ({ rendered: '' }));
    if (rendered) assert.equal(rendered, '<p>see <a href="https://tracker.example/12">ISSUE12</a></p>');
    await remove(id);
  });

  test('are not sent to clients that do not know templates', async () => {
    const listener = await mel.registerQueue({ client_capabilities: {} });
    assert.deepEqual(listener.snapshot.realm_linkifiers, []);
    const { id } = await adam.ok('POST', '/realm/filters', ticket);
    await remove(id);
    assert.deepEqual(await listener.events(), []);
  });

  test('convert a link back to its text', async () => {
    const reversible = { ...ticket, example_input: 'ISSUE1234', reverse_template: 'ISSUE{id}' };
    const alternative_url_templates = ['https://tracker.example/pull/{id}'];
    const { id } = await adam.ok('POST', '/realm/filters', { ...reversible, alternative_url_templates });
    await expectFold(everybody, () =>
      adam.ok('PATCH', `/realm/filters/${id}`, { ...ticket, reverse_template: '', example_input: '' }),
    );
    const changedLinkifier = (await listedLinkifiers()).find((linkifier) => linkifier.id === id);
    assert.deepEqual(changedLinkifier, {
      id,
      ...ticket,
      example_input: null,
      reverse_template: null,
      alternative_url_templates,
    });
    await adam.refused(
      'PATCH',
      `/realm/filters/${id}`,
      { ...ticket, reverse_template: 'X{id}' },
      'BAD_REQUEST',
    );
    await remove(id);
  });

  test('are reordered', async () => {
    const { id: first } = await adam.ok('POST', '/realm/filters', ticket);
    const { id: second } = await adam.ok('POST', '/realm/filters', { ...ticket, pattern: 'U(?P<id>[0-9]+)' });
    const order = (await listedLinkifiers()).map((linkifier) => linkifier.id).reverse();
    await expectFold(everybody, () =>
      adam.ok('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order }),
    );
    assert.deepEqual(
      (await listedLinkifiers()).map((linkifier) => linkifier.id),
      order,
    );
    await adam.refused('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [first] }, 'BAD_REQUEST');
    await remove(first);
    await remove(second);
  });

  test('are refused if invalid, duplicate or unknown', async () => {
    const { id } = await adam.ok('POST', '/realm/filters', ticket);
    await adam.refused('POST', '/realm/filters', ticket, 'BAD_REQUEST', /already exists/);
    await adam.refused('POST', '/realm/filters', { ...ticket, pattern: '(' }, 'BAD_REQUEST', /Bad regular/);
    await adam.refused('POST', '/realm/filters', { pattern: 'a' }, 'REQUEST_VARIABLE_MISSING');
    await adam.refused('DELETE', '/realm/filters/99999', {}, 'BAD_REQUEST', 'Linkifier not found.');
    await adam.refused('PATCH', '/realm/filters/99999', ticket, 'BAD_REQUEST', 'Linkifier not found.');
    await remove(id);
  });

  test('are changed by administrators', async () => {
    const code = 'UNAUTHORIZED_PRINCIPAL';
    await mel.refused('POST', '/realm/filters', ticket, code, 'Must be an organization administrator');
    await mel.refused('PATCH', '/realm/filters/1', ticket, code);
    await mel.refused('DELETE', '/realm/filters/1', {}, code);
    await mel.refused('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [] }, code);
  });
});

describe('code playgrounds', () => {
  const playground = {
    name: 'Python online',
    pygments_language: 'Python',
    url_template: 'https://python.example/?code={code}',
  };

  test('are added and removed, and everyone gets the whole list', async () => {
    let id = 0;
    await expectFold(everybody, async () => {
      ({ id } = await adam.ok('POST', '/realm/playgrounds', playground));
    });
    const { realm_playgrounds: all } = (await mel.registerQueue()).snapshot;
    assert.deepEqual(all.at(-1), { id, ...playground });
    await adam.refused('POST', '/realm/playgrounds', playground, 'BAD_REQUEST', /already exists/);
    await expectFold(everybody, () => adam.ok('DELETE', `/realm/playgrounds/${id}`));
    await adam.refused('DELETE', `/realm/playgrounds/${id}`, {}, 'BAD_REQUEST', 'Invalid playground');
  });

  test('are changed by administrators', async () => {
    await mel.refused('POST', '/realm/playgrounds', playground, 'UNAUTHORIZED_PRINCIPAL');
    await mel.refused('DELETE', '/realm/playgrounds/1', {}, 'UNAUTHORIZED_PRINCIPAL');
  });
});
