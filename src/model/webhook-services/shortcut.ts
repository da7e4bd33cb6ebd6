// Shortcut (formerly Clubhouse). The topic is the story or epic, as in the reference server. If a request names
// no primary action, each of its actions becomes a message.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  joinedList,
  link,
  nonBlankLines,
  plainLine,
  quote,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import {
  boundedItems,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature, eitherOf } from '../incoming-webhooks/webhook-signatures.ts';

/** The changed fields that name the event of an update; the first one that changed counts. */
const parts = lookupTable<string>({
  description: 'description',
  state: 'state',
  workflow_state_id: 'state',
  name: 'name',
  archived: 'archived',
  complete: 'complete',
  epic_id: 'epic',
  estimate: 'estimate',
  file_ids: 'attachment',
  label_ids: 'label',
  project_id: 'project',
  story_type: 'type',
  owner_ids: 'owner',
});
const PART_NAMES = [...new Set(Object.values(parts))];

const kinds = lookupTable<string>({
  story: 'story',
  epic: 'epic',
  'story-task': 'task',
  'story-comment': 'comment',
  'epic-comment': 'comment',
  'pull-request': 'pull request',
  branch: 'branch',
});
const events = Object.keys(kinds).flatMap((kind) =>
  ['create', 'update', 'delete', ...PART_NAMES.map((part) => `update_${part}`)].map(
    (what) => `${kind}_${what}`,
  ),
);

const isOf = (kind: string) => (action: PayloadField) => action.optionalText('entity_type') === kind;

/** The name for an id, from the references next to the actions. */
function referenceName(payload: PayloadField, id: string): string {
  const found = payload.optionalList('references').find((reference) => reference.optionalText('id') === id);
  return found ? bold(found.optionalText('name')) : bold(id);
}

/** The story or epic that an action is about. */
function subjectOf(payload: PayloadField, action: PayloadField): PayloadField | undefined {
  const type = action.text('entity_type');
  if (type === 'story' || type === 'epic') return action;
  const kind = type.startsWith('epic') ? 'epic' : 'story';
  return payload.list('actions').find(isOf(kind)) ?? payload.optionalList('references').find(isOf(kind));
}

const itemLink = (item: PayloadField) => link(item.text('name'), item.optionalText('app_url'));

function ids(payload: PayloadField, field: PayloadField, path: string): string {
  return joinedList(field.optionalList(path).map((item) => referenceName(payload, item.asText())));
}

function shownValue(payload: PayloadField, change: PayloadField, path: string, isReference: boolean): string {
  const value = change.optional(path);
  if (!value || value.isObject || value.isList || typeof value.value === 'boolean') return '';
  return isReference ? referenceName(payload, value.asText()) : bold(value.asText());
}

function changeLine(payload: PayloadField, name: string, change: PayloadField): string {
  const part = parts[name];
  if (part === undefined) return '';
  if (name === 'description')
    return change.optionalText('new') === '' ? '* removed the description' : '* changed the description';
  if (name === 'archived') return change.boolean('new') ? '* archived it' : '* unarchived it';
  if (name === 'complete') return change.boolean('new') ? '* completed it :tada:' : '* opened it again';
  if (/_ids$/.test(name)) {
    const [added, removed] = [ids(payload, change, 'adds'), ids(payload, change, 'removes')];
    return nonBlankLines(
      added !== '' && `* added the ${part} ${added}`,
      removed !== '' && `* removed the ${part} ${removed}`,
    );
  }
  const isReference = /_id$/.test(name);
  const [from, to] = [
    shownValue(payload, change, 'old', isReference),
    shownValue(payload, change, 'new', isReference),
  ];
  if (from === '' && to === '') return '';
  if (from === '') return `* set the ${part} to ${to}`;
  return to === '' ? `* removed the ${part} ${from}` : `* changed the ${part} from ${from} to ${to}`;
}

function formatCreated(
  payload: PayloadField,
  action: PayloadField,
  type: string,
  subject: PayloadField | undefined,
  actor: string,
): string {
  const on = subject ? ` of ${itemLink(subject)}` : '';
  if (type === 'story') {
    const epic = action.optionalText('epic_id');
    const epicSuffix = epic === '' ? '' : ` in the epic ${referenceName(payload, epic)}`;
    return `${actor} created the ${plainLine(action.optionalText('story_type') || 'story')} ${itemLink(action)}${epicSuffix}.`;
  }
  if (type === 'epic') {
    const state = action.optionalText('state');
    return `${actor} created the epic ${itemLink(action)}${state === '' ? '' : ` (${plainLine(state)})`}.`;
  }
  if (type.endsWith('-comment')) {
    return withQuote(
      `${actor} commented on ${subject ? itemLink(subject) : plainLine(type)}`,
      action.optionalText('text'),
    );
  }
  if (type === 'story-task') return `${actor} added the task ${bold(action.text('description'))}${on}.`;
  const number = action.optionalText('number');
  const name = number === '' ? action.optionalText('name') : `#${number} ${action.optionalText('title')}`;
  return `${actor} linked the ${kinds[type] ?? type} ${link(name, action.optionalText('url'))}${on}.`;
}

function actionText(payload: PayloadField, action: PayloadField, subject: PayloadField | undefined): string {
  const type = action.text('entity_type');
  const kind = kinds[type] ?? '';
  const actor = plainLine(payload.optionalText('member_name')) || 'Someone';
  const on = subject && subject !== action ? ` of ${itemLink(subject)}` : '';
  const name = action.optionalText('name') || action.optionalText('description');
  switch (action.text('action')) {
    case 'create':
      return formatCreated(payload, action, type, subject, actor);
    case 'delete':
      return `${actor} deleted the ${kind}${name === '' ? '' : ` ${bold(name)}`}${on}.`;
    case 'update': {
      const changes = action.optional('changes');
      const entries = changes?.isObject ? changes.entries() : [];
      const changeLines = entries
        .map(([field, change]) => changeLine(payload, field, change))
        .filter((line) => line !== '');
      if (changeLines.length === 0) return '';
      const item = subject === action ? itemLink(action) : `${bold(name)}${on}`;
      const text = nonBlankLines(`${actor} updated the ${kind} ${item}:`, ...changeLines);
      const description = changes?.optionalText('description.new') ?? '';
      return description === '' ? text : `${text}\n\n${quote(description)}`;
    }
    default:
      return '';
  }
}

function announcement(payload: PayloadField, action: PayloadField): WebhookMessage[] {
  const type = action.text('entity_type');
  // Edited comments contain nothing new.
  if (!Object.hasOwn(kinds, type) || (type.endsWith('-comment') && action.text('action') === 'update'))
    return [];
  const subject = subjectOf(payload, action);
  const content = actionText(payload, action, subject);
  if (content === '') return [];
  const changes = action.optional('changes');
  const names = changes?.isObject ? changes.entries().map(([field]) => field) : [];
  const first = Object.keys(parts).find((field) => names.includes(field));
  const part = action.text('action') === 'update' && first !== undefined ? `_${parts[first]}` : '';
  const topic = subject?.optionalText('name') || action.firstOf('name', 'description') || 'Shortcut';
  return [{ event: `${type}_${action.text('action')}${part}`, topic, content }];
}

export const shortcut: WebhookService = {
  name: 'shortcut',
  displayName: 'Shortcut',
  events,
  signature: eitherOf(digestSignature('Payload-Signature'), digestSignature('Clubhouse-Signature')),
  read({ payload }) {
    // Shortcut also sends empty requests.
    if (payload.value === null) return undefined;
    const actions = payload.list('actions');
    const first = payload.optionalText('primary_id');
    const chosenActions =
      first === '' ? actions : actions.filter((action) => action.optionalText('id') === first);
    return boundedItems(chosenActions).flatMap((action) => announcement(payload, action));
  },
};
