// ClickUp. Its requests contain ids and changes, but no names. Those would have to be fetched from its API with
// a person's token, which this server does not have. Links therefore show ids, and changes are posted as received.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  capitalized,
  link,
  nonBlankLines,
  plainLine,
  quote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const entities = ['task', 'list', 'folder', 'space', 'goal', 'keyResult'] as const;
const actions = ['Created', 'Updated', 'Deleted'] as const;

/** Turns `keyResultUpdated` into `Key Result Updated`, the name that the reference server's filters use. */
const nameOf = (event: string) => capitalized(event.replace(/(?<=[a-z])[A-Z]/g, ' $&'));

const knownEvents: ReadonlyMap<string, { readonly entity: string; readonly action: string }> = new Map(
  entities.flatMap((entity) => actions.map((action) => [`${entity}${action}`, { entity, action }] as const)),
);

/** Parts of an update, which ClickUp also sends as separate events. */
const ignored = new Set([
  'taskStatusUpdated',
  'taskPriorityUpdated',
  'taskAssigneeUpdated',
  'taskDueDateUpdated',
  'taskTagUpdated',
  'taskMoved',
  'taskCommentPosted',
  'taskCommentUpdated',
  'taskTimeEstimateUpdated',
  'taskTimeTrackedUpdated',
]);

const pages = lookupTable<(team: string, id: string) => string>({
  task: (team, id) => (team === '' ? `t/${id}` : `t/${team}/${id}`),
  list: (team, id) => `${team}/v/l/li/${id}`,
  folder: (team, id) => `${team}/v/o/f/${id}`,
  space: (team, id) => `${team}/v/s/${id}`,
  goal: (team) => `${team}/goals`,
  keyResult: (team) => `${team}/goals`,
});

function pageOf(payload: PayloadField, entity: string, id: string): string {
  const team = payload.optionalText('team_id');
  if (team === '' && entity !== 'task') return '';
  const path = pages[entity]?.(encodeURIComponent(team), encodeURIComponent(id));
  return path === undefined ? '' : `https://app.clickup.com/${path}`;
}

/** The name of a value in a change, in any of its forms. */
function shownValue(item: PayloadField, path: string): string {
  const value = item.optional(path);
  if (!value || value.isList) return '';
  if (value.isObject) return value.firstOf('status', 'username', 'name', 'priority', 'email');
  return typeof value.value === 'boolean' ? String(value.value) : value.asText();
}

function change(item: PayloadField): string {
  const comment = item.optionalText('comment.text_content');
  if (comment !== '') return `* commented:\n\n${quote(comment)}\n`;
  const field = item.optionalText('field');
  if (field === '' || field === 'task_creation') return '';
  const name = plainLine(field.replaceAll('_', ' '));
  const [from, to] = [bold(shownValue(item, 'before')), bold(shownValue(item, 'after'))];
  if (from === '' && to === '') return `* changed ${name}`;
  return `* ${name}: ${from === '' ? '' : `${from} → `}${to || 'nothing'}`;
}

export const clickup: WebhookService = {
  name: 'clickup',
  displayName: 'ClickUp',
  events: [...knownEvents.keys()].map(nameOf),
  signature: digestSignature('X-Signature'),
  read({ payload }) {
    const type = payload.text('event');
    if (ignored.has(type)) return undefined;
    const found = knownEvents.get(type);
    if (!found) throw new UnsupportedEventError(nameOf(type));
    const { entity, action } = found;
    const kind = nameOf(entity);
    const id = payload.text(entity === 'keyResult' ? 'key_result_id' : `${entity}_id`);
    const items = payload.optionalList('history_items');
    const actorName =
      items.map((item) => item.optionalText('user.username')).find((name) => name !== '') ?? '';
    const entityName =
      action === 'Deleted' ? `${kind} ${plainLine(id)}` : link(`${kind} ${id}`, pageOf(payload, entity, id));
    const verb = action.toLowerCase();
    const sentence =
      actorName === '' ? `${entityName} was ${verb}` : `${plainLine(actorName)} ${verb} ${entityName}`;
    const details = action === 'Deleted' ? [] : items.map(change).filter((line) => line !== '');
    return {
      event: nameOf(type),
      topic: `${kind} ${id}`,
      content: nonBlankLines(`${sentence}${details.length > 0 ? ':' : '.'}`, ...details),
    };
  },
};
