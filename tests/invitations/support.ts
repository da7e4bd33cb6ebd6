// Helpers for tests of joining: submitting forms, links from mails, and settings for who may join.

import assert from 'node:assert/strict';
import type { Email } from 'postal-mime';
import type { ApiClient, Json } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import type { TestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

export const PASSWORD = 'a rather long pass phrase';

/** Submits a form as a page does; does not follow redirects. */
export function sendForm(
  server: TestServer,
  path: string,
  fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
): Promise<Response> {
  const body = new URLSearchParams(fields as Record<string, string>);
  return fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
}

/** The newest mail to an address. */
export async function newestMail(
  server: TestServer,
  email: string,
): Promise<{ subject: string; text: string }> {
  let mail: Email | undefined;
  // With two servers, the other one may be sending it.
  await waitUntil(async () => {
    mail = (await mailTo(server, email)).at(-1);
    return mail !== undefined;
  });
  assert.ok(mail, `no mail for ${email}`);
  return { subject: mail.subject ?? '', text: mail.text ?? '' };
}

/** The path of the link in the newest mail to an address. */
export async function linkFor(server: TestServer, email: string): Promise<string> {
  const { text } = await newestMail(server, email);
  const path = /\/accounts\/do_confirm\/\w{24}/.exec(text)?.[0];
  assert.ok(path, text);
  return path;
}

/** Fills in the final form behind a mailed link. */
export function fillIn(
  server: TestServer,
  link: string,
  fullName: string,
  groups: readonly number[] = [],
): Promise<Response> {
  const key = link.split('/').at(-1) ?? '';
  return sendForm(server, '/accounts/register/', [
    ['key', key],
    ['full_name', fullName],
    ['password', PASSWORD],
    ...groups.map((id) => ['group', String(id)] as const),
  ]);
}

/** Joins with a mailed link and logs in. */
export async function joinBy(
  server: TestServer,
  email: string,
  fullName: string,
  groups: readonly number[] = [],
): Promise<ApiClient> {
  const answer = await fillIn(server, await linkFor(server, email), fullName, groups);
  assert.equal(answer.status, 302, await answer.text());
  assert.equal(answer.headers.get('location'), '/');
  return logIn(server, email);
}

export async function logIn(server: TestServer, email: string): Promise<ApiClient> {
  const { api_key, user_id } = await server.anonymous.ok('POST', '/fetch_api_key', {
    username: email,
    password: PASSWORD,
  });
  return server.client(email, api_key, user_id);
}

/** Opens the organization to everyone, or to some domains. */
export async function open(server: TestServer, settings: Json = {}): Promise<void> {
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm', { invite_required: false, ...settings });
}

/** The ids of the demo organization's channels, by name. */
export async function channelIds(client: ApiClient): Promise<Record<string, number>> {
  const { streams } = await client.ok('GET', '/streams', { include_all: true });
  return Object.fromEntries(
    streams.map(({ name, stream_id }: { name: string; stream_id: number }) => [name, stream_id]),
  );
}

/** The messages of the Welcome Bot and the Notification Bot to an account, oldest first. */
export async function directMessages(client: ApiClient): Promise<{ from: string; content: string }[]> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'is', operand: 'dm' }],
  });
  return messages.map((message: { sender_full_name: string; content: string }) => ({
    from: message.sender_full_name,
    content: message.content,
  }));
}
