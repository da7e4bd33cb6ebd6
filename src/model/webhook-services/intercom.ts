// Intercom. The topic is the person that the event is about.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { textOfHtml } from '../incoming-webhooks/html-to-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  capitalized,
  code,
  factList,
  link,
  nonBlankLines,
  plainLine,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

type Formatter = (item: PayloadField) => readonly [topic: string, content: string];

function personTopic(person: PayloadField): string {
  const name = person.firstOf('name', 'pseudonym', 'email', 'id');
  return `${capitalized(person.optionalText('type') || 'contact')}: ${name}`;
}

/** The other person in a conversation, in the forms of all API versions. */
function partner(item: PayloadField): PayloadField {
  return item.optional('user') ?? item.optional('source.author') ?? item.at('contacts.contacts.0');
}

const page = (item: PayloadField) => item.firstOf('links.conversation_web');
const admin = (item: PayloadField) =>
  plainLine(
    item.firstOf('assignee.name', 'conversation_parts.conversation_parts.0.author.name') || 'Someone',
  );
const lastPart = (item: PayloadField) =>
  textOfHtml(item.optionalText('conversation_parts.conversation_parts.0.body'));
const firstPart = (item: PayloadField) =>
  textOfHtml(item.firstOf('conversation_message.body', 'source.body'));
const conversation = (item: PayloadField) => link('the conversation', page(item));

const location = (person: PayloadField) =>
  ['city_name', 'region_name', 'country_name']
    .map((part) => plainLine(person.optionalText(`location_data.${part}`)))
    .filter((part) => part !== '')
    .join(', ');

const person =
  (eventText: string): Formatter =>
  (item) => {
    const details = factList([
      ['Name', plainLine(item.firstOf('name', 'pseudonym'))],
      ['Email', plainLine(item.optionalText('email'))],
      ['Location', location(item)],
    ]);
    return [personTopic(item), nonBlankLines(`${eventText}:`, details)];
  };

const adminDid =
  (did: string): Formatter =>
  (item) => [personTopic(partner(item)), `${admin(item)} ${did} ${conversation(item)}.`];

const adminWrote =
  (did: string): Formatter =>
  (item) => [
    personTopic(partner(item)),
    withQuote(`${admin(item)} ${did} ${conversation(item)}`, lastPart(item)),
  ];

const tagFormatter =
  (did: string, of: string): Formatter =>
  (item) => [
    personTopic(item.at(of)),
    `The tag ${code(item.text('tag.name'))} was ${did} ${plainLine(item.optionalText(`${of}.name`) || 'this person')}.`,
  ];

const formatters = lookupTable<Formatter>({
  'company.created': (item) => [
    'Companies',
    nonBlankLines(
      `The company ${bold(item.text('name'))} was created.`,
      factList([
        ['People', plainLine(item.optionalText('user_count'))],
        ['Spends each month', plainLine(item.optionalText('monthly_spend'))],
      ]),
    ),
  ],
  'contact.added_email': (item) => [
    personTopic(item),
    `A new address of this contact: ${plainLine(item.text('email'))}`,
  ],
  'contact.created': person('A new contact'),
  'contact.signed_up': person('A contact has signed up'),
  'contact.deleted': (item) => [personTopic(item), 'This contact was deleted.'],
  'contact.tag.created': tagFormatter('added to', 'contact'),
  'contact.tag.deleted': tagFormatter('removed from', 'contact'),
  'conversation.admin.assigned': (item) => [
    personTopic(partner(item)),
    `${plainLine(item.firstOf('assignee.name') || 'No one')} was assigned to ${conversation(item)}.`,
  ],
  'conversation.admin.closed': adminDid('closed'),
  'conversation.admin.opened': adminDid('opened'),
  'conversation.admin.snoozed': adminDid('snoozed'),
  'conversation.admin.unsnoozed': adminDid('unsnoozed'),
  'conversation.admin.replied': adminWrote('replied to'),
  'conversation.admin.noted': adminWrote('added a note to'),
  'conversation.admin.single.created': (item) => [
    personTopic(partner(item)),
    withQuote(`${admin(item)} began ${conversation(item)}`, firstPart(item)),
  ],
  'conversation.user.created': (item) => [
    personTopic(partner(item)),
    withQuote(
      `${plainLine(partner(item).optionalText('name') || 'Someone')} began ${conversation(item)}`,
      firstPart(item),
    ),
  ],
  'conversation.user.replied': (item) => [
    personTopic(partner(item)),
    withQuote(
      `${plainLine(partner(item).optionalText('name') || 'Someone')} replied to ${conversation(item)}`,
      lastPart(item),
    ),
  ],
  'event.created': (item) => ['Events', `The event ${bold(item.text('event_name'))} was created.`],
  'user.created': person('A new user'),
  'user.deleted': (item) => [personTopic(item), 'This user was deleted.'],
  'user.email.updated': (item) => [
    personTopic(item),
    `The address of this user is now ${plainLine(item.text('email'))}`,
  ],
  'user.tag.created': tagFormatter('added to', 'user'),
  'user.tag.deleted': tagFormatter('removed from', 'user'),
  'user.unsubscribed': (item) => [personTopic(item), 'This user unsubscribed from emails.'],
  'visitor.signed_up': person('A visitor has signed up'),
});

export const intercom: WebhookService = {
  name: 'intercom',
  displayName: 'Intercom',
  events: Object.keys(formatters),
  signature: digestSignature('X-Hub-Signature', { algorithm: 'sha1', prefix: 'sha1=' }),
  read({ payload }) {
    const event = payload.text('topic');
    if (event === 'ping') return undefined;
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    const [topic, content] = formatter(payload.at('data.item'));
    return { event, topic, content };
  },
};
