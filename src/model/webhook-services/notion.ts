// Notion: events of pages, databases and comments. The first request contains the token with which all later
// ones are signed.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { code, joinedList, link, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const verbs = lookupTable<string>({
  'page.created': 'created',
  'page.content_updated': 'changed the content of',
  'page.properties_updated': 'changed the properties of',
  'page.moved': 'moved',
  'page.deleted': 'deleted',
  'page.undeleted': 'restored',
  'page.locked': 'locked',
  'page.unlocked': 'unlocked',
  'database.created': 'created',
  'database.content_updated': 'changed the content of',
  'database.moved': 'moved',
  'database.deleted': 'deleted',
  'database.undeleted': 'restored',
  'database.schema_updated': 'changed the fields of',
  'data_source.created': 'created',
  'data_source.content_updated': 'changed the content of',
  'data_source.moved': 'moved',
  'data_source.deleted': 'deleted',
  'data_source.undeleted': 'restored',
  'data_source.schema_updated': 'changed the fields of',
  'comment.created': 'wrote',
  'comment.updated': 'edited',
  'comment.deleted': 'deleted',
});

function actorOf(payload: PayloadField): string {
  const authors = payload
    .optionalList('authors')
    .map((author) => author.firstOf('name', 'type') || 'someone');
  const names = authors.map((author) =>
    author === 'person' ? 'Someone' : author === 'bot' ? 'A bot' : plainLine(author),
  );
  return names.length === 0 ? 'Someone' : joinedList([...new Set(names)]);
}

/** The URL of a page, which contains its id without dashes. */
const pageOf = (id: string) => `https://www.notion.so/${encodeURIComponent(id.replaceAll('-', ''))}`;

export const notion: WebhookService = {
  name: 'notion',
  displayName: 'Notion',
  events: ['verification', ...Object.keys(verbs)],
  signature: digestSignature('X-Notion-Signature', { prefix: 'sha256=' }),
  read({ payload }) {
    if (payload.has('verification_token')) {
      const token = code(payload.text('verification_token'));
      const content = `Notion webhook has been successfully configured. Your verification token is ${token}; paste it into the settings of the webhook at Notion.`;
      return { event: 'verification', topic: 'Verification', content };
    }
    const event = payload.text('type');
    const verb = verbs[event];
    if (verb === undefined) throw new UnsupportedEventError(event);
    const kind = (event.split('.', 1)[0] ?? '').replaceAll('_', ' ');
    const isComment = kind === 'comment';
    const id = isComment
      ? payload.firstOf('data.page_id', 'data.parent.id', 'entity.id')
      : payload.text('entity.id');
    const name = payload.firstOf('entity.name', 'data.title') || (isComment ? 'this page' : `this ${kind}`);
    const target = isComment ? `a comment on ${link(name, pageOf(id))}` : link(name, pageOf(id));
    return { event, topic: 'Notion', content: `${actorOf(payload)} ${verb} ${target}.` };
  },
};
