// A server with incoming webhooks, and a service that posts to them; shared by the tests of all webhook services.

import { startTestServer } from '../support/server.ts';
import type { Sent } from '../uploads/support.ts';

export const SECRET = 'a secret between two';

/** GitHub's payload when a person stars a repository. */
export const star = {
  action: 'created',
  sender: { login: 'sam' },
  repository: { name: 'lamp', full_name: 'acme/lamp', html_url: 'https://x.example/lamp' },
};

export const inGeneral = { query: { stream: 'general' } };

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly name?: string;
}

/** Starts the server, which ends with the test file. */
export async function startServiceFixture() {
  const server = await startTestServer();
  const mel = await server.as('mel');

  async function makeBot(name: string, fields = {}) {
    const { user_id: id, api_key: key } = await mel.ok('POST', '/bots', {
      full_name: name,
      short_name: name.toLowerCase(),
      bot_type: 2,
      service_name: 'github',
      ...fields,
    });
    return { id: id as number, key: key as string };
  }

  /** Posts as a service does. */
  async function post(
    key: string,
    body: unknown,
    { headers = {}, query = {}, name = 'github' }: Request = {},
  ): Promise<Sent> {
    const address = new URLSearchParams({ api_key: key, ...query });
    const answer = await fetch(`${server.url}/api/v1/external/${name}?${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'star', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  async function newest(narrow: readonly unknown[]) {
    const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false };
    return (await mel.ok('GET', '/messages', page)).messages[0];
  }

  async function deliveries(bot: number, limit?: number) {
    const { deliveries: all } = await mel.ok('GET', `/bots/${bot}/webhook_deliveries`, { limit });
    return all.map((one: { event: string; outcome: string }) => `${one.outcome} ${one.event}`.trim());
  }

  return { server, mel, makeBot, post, newest, deliveries };
}
