// Taiga: items created, changed, deleted or commented on in its projects. The topic is the sprint, as in the
// reference server.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, link, nonBlankLines, plainLine, quote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const kinds = lookupTable<string>({
  epic: 'epic',
  userstory: 'user story',
  relateduserstory: 'related user story',
  task: 'task',
  issue: 'issue',
  milestone: 'sprint',
  wikipage: 'wiki page',
});

/** The names of changed fields. */
const names = lookupTable<string>({
  assigned_to: 'assignee',
  milestone: 'sprint',
  estimated_start: 'estimated start',
  estimated_finish: 'estimated finish',
  due_date: 'due date',
  user_story: 'user story',
  subject: 'name',
});
/** Changes without values, or with values too long for one line. */
const withoutValues = lookupTable<string>({
  description_diff: 'changed the description',
  content_diff: 'changed the text',
  points: 'changed the estimation',
  tags: 'changed the tags',
  attachments: 'changed the attachments',
});

const actorLink = (payload: PayloadField) =>
  link(payload.text('by.full_name'), payload.optionalText('by.permalink'));

function itemLink(item: PayloadField): string {
  const name = item.firstOf('subject', 'name', 'slug') || item.text('subject');
  const url = item.optionalText('permalink');
  return url === '' ? bold(name) : link(name, url);
}

function changeLine(field: string, diff: PayloadField): string {
  const fixedText = withoutValues[field];
  if (fixedText !== undefined) return `* ${fixedText}`;
  if (field === 'is_blocked') return `* ${diff.boolean('to') ? 'blocked it' : 'unblocked it'}`;
  if (field === 'is_closed') return `* ${diff.boolean('to') ? 'closed it' : 'reopened it'}`;
  const valueAt = (path: string) => {
    const value = diff.optional(path);
    return !value || value.isObject || value.isList || typeof value.value === 'boolean'
      ? ''
      : bold(value.asText());
  };
  const [from, to] = [valueAt('from'), valueAt('to')];
  if (from === to) return '';
  const name = names[field] ?? plainLine(field.replaceAll('_', ' '));
  if (from === '') return `* set the ${name} to ${to}`;
  return to === '' ? `* removed the ${name} ${from}` : `* changed the ${name} from ${from} to ${to}`;
}

const IGNORED_FIELDS = /(?:_html|_order|^description|^content|^kanban_order|^version|^finish_date)$/;

/** The changes and the comment made with them; undefined if there is nothing of interest. */
function changes(payload: PayloadField, item: string): string | undefined {
  const diff = payload.optional('change.diff');
  const entries = diff?.isObject ? diff.entries() : [];
  const changeLines = entries
    .filter(([field, { isObject }]) => isObject && !IGNORED_FIELDS.test(field))
    .map(([field, value]) => changeLine(field, value))
    .filter((line) => line !== '');
  const comment = payload.optionalText('change.comment');
  if (changeLines.length === 0 && comment === '') return undefined;
  if (changeLines.length === 0) return `${actorLink(payload)} commented on ${item}:\n\n${quote(comment)}`;
  const text = nonBlankLines(`${actorLink(payload)} updated ${item}:`, ...changeLines);
  return comment === '' ? text : `${text}\n\n${quote(comment)}`;
}

function itemOf(payload: PayloadField, kind: string): string {
  const data = payload.at('data');
  if (payload.text('type') !== 'relateduserstory') return `${kind} ${itemLink(data)}`;
  return `${kind} ${itemLink(data.at('user_story'))} of the epic ${itemLink(data.at('epic'))}`;
}

export const taiga: WebhookService = {
  name: 'taiga',
  displayName: 'Taiga',
  signature: digestSignature('X-TAIGA-WEBHOOK-SIGNATURE', { algorithm: 'sha1' }),
  read({ payload }) {
    const action = payload.text('action');
    const type = payload.optionalText('type');
    const event = `${type}_${action}`;
    const topic = payload.optionalText('data.milestone.name') || 'General';
    if (action === 'test')
      return { event: 'test', topic, content: `${actorLink(payload)} tried the connection to Taiga.` };
    const kind = kinds[type];
    if (kind === undefined) throw new UnsupportedEventError(event);
    const item = itemOf(payload, kind);
    if (action === 'create') return { event, topic, content: `${actorLink(payload)} created the ${item}.` };
    if (action === 'delete') return { event, topic, content: `${actorLink(payload)} deleted the ${item}.` };
    if (action !== 'change') throw new UnsupportedEventError(event);
    const content = changes(payload, `the ${item}`);
    return content === undefined ? undefined : { event, topic, content };
  },
};
