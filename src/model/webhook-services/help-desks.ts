// Help desks whose triggers send what their administrators configure: Zendesk and Freshdesk.

import { textOfHtml } from '../incoming-webhooks/html-to-text.ts';
import { timestampedDigest } from '../incoming-webhooks/timestamped-signatures.ts';
import {
  bold,
  capitalized,
  factList,
  link,
  nonBlankLines,
  plainLine,
  quote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';

export const zendesk: WebhookService = {
  name: 'zendesk',
  displayName: 'Zendesk',
  signature: timestampedDigest('X-Zendesk-Webhook-Signature', {
    encoding: 'base64',
    read: (value, headers) => {
      const time = headers.get('x-zendesk-webhook-signature-timestamp') ?? '';
      return { time, at: new Date(time).getTime() / 1000, digests: [value] };
    },
    signed: (time, body) => [time, body],
  }),
  read({ payload, query }): WebhookMessage {
    const partOf = (name: string) => query.get(name) ?? (payload.isObject ? payload.optionalText(name) : '');
    const [id, title, message] = [partOf('ticket_id'), partOf('ticket_title'), partOf('message')];
    for (const [name, part] of [
      ['ticket_id', id],
      ['ticket_title', title],
      ['message', message],
    ]) {
      if (part === '') throw new UnreadablePayloadError(`The payload has no '${name}'.`);
    }
    return { event: 'ticket', topic: `#${id}: ${title}`, content: message };
  },
};

const statuses = [
  '',
  '',
  'Open',
  'Pending',
  'Resolved',
  'Closed',
  'Waiting on Customer',
  'Waiting on Third Party',
];
const priorities = ['', 'Low', 'Medium', 'High', 'Urgent'];

/** Parses `{status:{from:4,to:6}}` and `{ticket_action:created}`, which are not JSON. */
function triggerOf(text: string): readonly string[] {
  const parts = text.replaceAll(/[{}\s]/g, '').split(/[:,]/);
  return parts.length >= 5 ? [parts[0] ?? '', parts[2] ?? '', parts[4] ?? ''] : parts;
}

function stateName(property: string, number: string): string {
  const names = property === 'status' ? statuses : priorities;
  return names[Number(number)] || number;
}

export const freshdesk: WebhookService = {
  name: 'freshdesk',
  displayName: 'Freshdesk',
  read({ payload }) {
    const ticket = payload.at('freshdesk_webhook');
    const [property = '', first = '', second = ''] = triggerOf(ticket.text('triggered_event'));
    const id = ticket.text('ticket_id');
    const name = link(`ticket #${id}`, ticket.text('ticket_url'));
    const requester = `${plainLine(ticket.text('requester_name'))} (${plainLine(ticket.optionalText('requester_email'))})`;
    const topic = `#${id}: ${ticket.text('ticket_subject')}`;
    if (first === 'created') {
      const details = factList([
        ['Type', plainLine(ticket.optionalText('ticket_type'))],
        ['Priority', plainLine(ticket.optionalText('ticket_priority'))],
        ['Status', plainLine(ticket.optionalText('ticket_status'))],
      ]);
      const text = quote(textOfHtml(ticket.optionalText('ticket_description')));
      return {
        event: 'created',
        topic,
        content: nonBlankLines(`${requester} created ${name}:`, text && `\n${text}\n`, details),
      };
    }
    if (property === 'note_type')
      return { event: 'note', topic, content: `${requester} added a ${plainLine(first)} note to ${name}.` };
    if (property === 'status' || property === 'priority') {
      const [from, to] = [bold(stateName(property, first)), bold(stateName(property, second))];
      return {
        event: property,
        topic,
        content: `${requester} updated ${name}:\n* ${capitalized(property)}: ${from} → ${to}`,
      };
    }
    return undefined;
  },
};
