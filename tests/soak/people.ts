// The users of a soak: people who send, react, edit and read, and clients with event queues. What was acknowledged and
// received is recorded and compared at the end.

import type { ApiClient } from '../support/client.ts';

const PAUSE_MILLISECONDS = 100;
const PATIENCE_MILLISECONDS = 15_000;

/** Everything that clients know of the server. */
export class Ledger {
  /** The ids of acknowledged messages, by content. */
  readonly acknowledged = new Map<string, number>();
  readonly problems: string[] = [];
  answers = 0;
  rejected = 0;
  isOver = false;
}

export const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Makes a request; undefined if the server was unreachable or temporarily refused it. */
async function attempt(ledger: Ledger, action: () => ReturnType<ApiClient['request']>) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MILLISECONDS);
  });
  const answer = await Promise.race([action().catch(() => undefined), late]);
  clearTimeout(timer);
  if (answer?.status === 200) ledger.answers++;
  else ledger.rejected++;
  const isFailure = answer && answer.status >= 500 && ![503, 507].includes(answer.status);
  if (isFailure) ledger.problems.push(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  if (answer?.status !== 200) await pause(PAUSE_MILLISECONDS);
  return answer;
}

/** Sends a message, and acts on the previous one. */
export async function write(ledger: Ledger, client: ApiClient, name: string): Promise<void> {
  for (let count = 0; !ledger.isOver; count++) {
    const content = `${name} says ${count} ${'and more '.repeat(count % 40)}`.trim();
    const message = { type: 'channel', to: 'general', topic: `soak ${count % 7}`, content };
    const sent = await attempt(ledger, () => client.request('POST', '/messages', message));
    if (sent?.status !== 200) continue;
    const id: number = sent.body.id;
    ledger.acknowledged.set(content, id);
    const others: (() => ReturnType<ApiClient['request']>)[] = [
      () => client.request('POST', `/messages/${id}/reactions`, { emoji_name: 'octopus' }),
      () => client.request('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
      () => client.request('GET', '/messages', { anchor: 'newest', num_before: 50, num_after: 0 }),
      () => client.request('POST', '/register', { idle_queue_timeout: 600 }),
      () => client.request('POST', '/users/me/presence', { status: 'active' }),
      () =>
        client.request('GET', '/messages', {
          narrow: [{ operator: 'search', operand: 'says' }],
          anchor: 'newest',
          num_before: 20,
          num_after: 0,
        }),
    ];
    const other = others[count % (others.length * 2)];
    if (other) await attempt(ledger, other);
    await pause(5);
  }
}

/** A client that receives messages through a queue, whatever happens to the server. */
export class QueueClient {
  readonly heard = new Map<number, string>();
  readonly #ledger: Ledger;
  readonly #client: ApiClient;
  #queue: { queue_id: string; last_event_id: number } | undefined;

  constructor(ledger: Ledger, client: ApiClient) {
    this.#ledger = ledger;
    this.#client = client;
  }

  async register(): Promise<void> {
    this.#queue = await this.#client.ok('POST', '/register', {
      event_types: ['message'],
      apply_markdown: false,
      idle_queue_timeout: 604_800,
    });
  }

  async listen(): Promise<void> {
    while (!this.#ledger.isOver) await this.#poll(false);
  }

  /** Receives the remaining events; returns whether that succeeded. */
  async catchUp(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) if ((await this.#poll(true)) === 0) return;
    this.#ledger.problems.push('a queue never came to its end');
  }

  async #poll(dontBlock: boolean): Promise<number> {
    const queue = this.#queue;
    if (!queue) return 0;
    const query = {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
      ...(dontBlock && { dont_block: true }),
    };
    const answer = await attempt(this.#ledger, () => this.#client.request('GET', '/events', query));
    if (answer?.body?.code === 'BAD_EVENT_QUEUE_ID') {
      this.#ledger.problems.push('a queue was lost');
      this.#queue = undefined;
    }
    if (answer?.status !== 200) return -1;
    for (const event of answer.body.events) {
      if (event.id <= queue.last_event_id) this.#ledger.problems.push(`event ${event.id} came twice`);
      queue.last_event_id = Math.max(queue.last_event_id, event.id);
      if (event.type !== 'message') continue;
      const { id, content } = event.message;
      if (this.heard.has(id)) this.#ledger.problems.push(`message ${id} was delivered twice`);
      this.heard.set(id, content);
    }
    return answer.body.events.length;
  }
}

/** Counts the faults at the end: every acknowledged message must exist once and have reached every client. */
export async function compare(
  ledger: Ledger,
  client: ApiClient,
  queueClients: readonly QueueClient[],
): Promise<number> {
  const stored = new Map<number, string>();
  for (let anchor: number | 'oldest' = 'oldest'; ; ) {
    const body: { messages: { id: number; content: string }[]; found_newest: boolean } = await client.ok(
      'GET',
      '/messages',
      {
        anchor,
        num_before: 0,
        num_after: 1000,
        include_anchor: anchor === 'oldest',
        apply_markdown: false,
        narrow: [{ operator: 'channel', operand: 'general' }],
      },
    );
    for (const { id, content } of body.messages) stored.set(id, content);
    const last = body.messages.at(-1);
    if (body.found_newest || !last) break;
    anchor = last.id;
  }
  const times = Map.groupBy([...stored.values()], (content) => content);
  for (const [content, id] of ledger.acknowledged) {
    if (stored.get(id) !== content) ledger.problems.push(`lost: ${content}`);
    if ((times.get(content)?.length ?? 0) > 1) ledger.problems.push(`there twice: ${content}`);
    for (const { heard } of queueClients)
      if (heard.get(id) !== content) ledger.problems.push(`not heard: ${content}`);
  }
  for (const { heard } of queueClients) {
    for (const [id, content] of heard)
      if (stored.get(id) !== content) ledger.problems.push(`heard, and not there: ${content}`);
  }
  return stored.size;
}
