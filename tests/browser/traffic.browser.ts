// Heavy traffic on an open page: a batch of a thousand events is rendered once, and memory does not grow with past
// traffic. The test generates the events in the format of the server.

import assert from 'node:assert/strict';
import type { CDPSession, Page, Route } from '@playwright/test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { expect, logIn, test } from './fixtures.ts';

const BATCH = 1000;
/** The number of rows added, removed and changed; rows out of view are not touched. */
const MAX_CHANGES = 3000;
const MAX_HEAP = 60_000_000;
/** The memory that eleven thousand messages may use, most of them in other conversations. */
const MAX_GROWTH = 2_500_000;

/** Intercepts the polls of a page, and responds with given events. */
class Poll {
  #waiting: Route | undefined;
  #lastId = 0;

  static async of(page: Page): Promise<Poll> {
    const poll = new Poll();
    await page.route('**/json/events?*', (route) => poll.#hold(route));
    // The messages do not exist on the server.
    await page.route('**/json/messages/flags', (route) =>
      route.fulfill({ json: { result: 'success', msg: '', messages: [] } }),
    );
    return poll;
  }

  async #hold(route: Route): Promise<void> {
    const parameters = new URL(route.request().url()).searchParams;
    if (parameters.get('dont_block') === 'true') return route.fallback();
    this.#lastId = Number(parameters.get('last_event_id'));
    this.#waiting = route;
    return undefined;
  }

  /** Responds with events; resolves when the page polls again. */
  async give(events: readonly object[]): Promise<void> {
    await this.#untilHeld();
    const route = this.#waiting;
    this.#waiting = undefined;
    const numbered = events.map((event, index) => ({ ...event, id: this.#lastId + 1 + index }));
    await route?.fulfill({ json: { result: 'success', msg: '', events: numbered, queue_id: 'as it was' } });
    await this.#untilHeld();
  }

  #untilHeld(): Promise<void> {
    return expect.poll(() => this.#waiting, { intervals: [10, 50, 100] }).toBeDefined();
  }
}

interface SampleEvents {
  readonly message: Extract<ApiEvent, { type: 'message' }>;
  readonly reaction: Extract<ApiEvent, { type: 'reaction' }>;
  readonly flags: Extract<ApiEvent, { type: 'update_message_flags' }>;
}

/** A realistic batch: messages, most of them in other conversations, read flags, and reactions. */
function batchOf({ message, reaction, flags }: SampleEvents, firstId: number): object[] {
  return Array.from({ length: BATCH }, (_, index) => {
    const id = firstId + index;
    if (index % 5 === 3) return { ...reaction, message_id: id - 1 };
    if (index % 5 === 4) return { ...flags, messages: [id - 2] };
    const subject = index % 10 === 0 ? 'traffic' : `elsewhere ${index % 40}`;
    const content = `<p>Message ${id} of some length, as they are.</p>`;
    return { ...message, flags: [], message: { ...message.message, id, subject, content } };
  });
}

async function processorSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}

/** Adds a measurement to the report of the test. */
const note = (description: string) => test.info().annotations.push({ type: 'measured', description });

test('a page renders a thousand events at once, and its memory does not grow', async ({ server, open }) => {
  const mel = await server.as('mel');
  const adam = await server.as('adam');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  const queue = await mel.call('register-queue', {
    event_types: ['message', 'reaction', 'update_message_flags'],
    apply_markdown: true,
    client_gravatar: false,
  });
  const message_id = await adam.sendToChannel('engineering', 'traffic', 'the pattern');
  await adam.call('add-reaction', { message_id, emoji_name: 'tada' });
  await mel.call('update-message-flags', { messages: [message_id], op: 'add', flag: 'read' });
  const { queue_id, last_event_id } = queue;
  const { events } = await mel.call('get-events', {
    queue_id: queue_id ?? '',
    last_event_id: last_event_id ?? -1,
  });
  const ofType = <T extends ApiEvent['type']>(type: T) =>
    events.find((event) => event.type === type) as Extract<ApiEvent, { type: T }>;
  const samples = {
    message: ofType('message'),
    reaction: ofType('reaction'),
    flags: ofType('update_message_flags'),
  };

  const page = await open(undefined);
  const poll = await Poll.of(page);
  await logIn(page.context(), server.url, 'mel');
  await page.goto(`${server.url}/#narrow/channel/${stream_id}/topic/traffic`);
  await expect(page.getByRole('feed').getByText('the pattern')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let next = message_id + 1;
  const sendBatch = async () => {
    await poll.give(batchOf(samples, next));
    next += BATCH;
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  };

  await test.step('a batch of a thousand events is rendered once', async () => {
    await sendBatch();
    await page.evaluate(`
      globalThis.changes = 0;
      new MutationObserver((records) => { globalThis.changes += records.length; })
        .observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })`);
    const before = await processorSeconds(session);
    await sendBatch();
    const milliseconds = Math.round(((await processorSeconds(session)) - before) * 1000);
    const changes = await page.evaluate<number>('globalThis.changes');
    note(`${BATCH} events: ${milliseconds} ms of processor time, ${changes} changes of the document`);
    assert.ok(changes > 0 && changes <= MAX_CHANGES, `${changes} changes of the document`);
  });

  await test.step('memory does not grow with past traffic', async () => {
    const after2000 = await heap(session);
    for (let batch = 2; batch < 20; batch++) await sendBatch();
    const after20000 = await heap(session);
    const elements = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    note(`${after2000} bytes after 2,000 events, ${after20000} after 20,000; ${elements} elements`);
    assert.ok(elements <= 4000, `${elements} elements`);
    assert.ok(after20000 <= MAX_HEAP, `${after20000} bytes`);
    assert.ok(after20000 - after2000 <= MAX_GROWTH, `${after20000 - after2000} bytes more`);
  });
});
