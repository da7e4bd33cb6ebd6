// Shortcut (formerly Clubhouse). The topic is the story or epic, as in the reference server. If a request names
// no primary action, each of its actions becomes a message.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { Field } from '../incoming-webhooks/field.ts';
import { type Announcement, boundedItems, type Integration } from '../incoming-webhooks/integration.ts';
import { digestSignature, eitherOf } from '../incoming-webhooks/signatures.ts';
import { bold, joinedList, link, nonBlankLines, plain, quote, withQuote } from '../incoming-webhooks/text.ts';

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

const isOf = (kind: string) => (one: Field) => one.textIn('entity_type') === kind;

/** The name for an id, from the references next to the actions. */
function referenceName(payload: Field, id: string): string {
  const found = payload.listIn('references').find((one) => one.textIn('id') === id);
  return found ? bold(found.textIn('name')) : bold(id);
}

/** The story or epic that an action is about. */
function subjectOf(payload: Field, action: Field): Field | undefined {
  const type = action.text('entity_type');
  if (type === 'story' || type === 'epic') return action;
  const kind = type.startsWith('epic') ? 'epic' : 'story';
  return payload.list('actions').find(isOf(kind)) ?? payload.listIn('references').find(isOf(kind));
}

const itemLink = (item: Field) => link(item.text('name'), item.textIn('app_url'));

function ids(payload: Field, field: Field, path: string): string {
  return joinedList(field.listIn(path).map((one) => referenceName(payload, one.asText())));
}

function shownValue(payload: Field, change: Field, path: string, isReference: boolean): string {
  const value = change.optional(path);
  if (!value || value.isObject || value.isList || typeof value.value === 'boolean') return '';
  return isReference ? referenceName(payload, value.asText()) : bold(value.asText());
}

function changeLine(payload: Field, name: string, change: Field): string {
  const part = parts[name];
  if (part === undefined) return '';
  if (name === 'description')
    return change.textIn('new') === '' ? '* removed the description' : '* changed the description';
  if (name === 'archived') return change.boolean('new') ? '* archived it' : '* took it out of the archive';
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

function created(
  payload: Field,
  action: Field,
  type: string,
  subject: Field | undefined,
  who: string,
): string {
  const on = subject ? ` of ${itemLink(subject)}` : '';
  if (type === 'story') {
    const epic = action.textIn('epic_id');
    const epicSuffix = epic === '' ? '' : ` in the epic ${referenceName(payload, epic)}`;
    return `${who} created the ${plain(action.textIn('story_type') || 'story')} ${itemLink(action)}${epicSuffix}.`;
  }
  if (type === 'epic') {
    const state = action.textIn('state');
    return `${who} created the epic ${itemLink(action)}${state === '' ? '' : ` (${plain(state)})`}.`;
  }
  if (type.endsWith('-comment')) {
    return withQuote(
      `${who} commented on ${subject ? itemLink(subject) : plain(type)}`,
      action.textIn('text'),
    );
  }
  if (type === 'story-task') return `${who} added the task ${bold(action.text('description'))}${on}.`;
  const number = action.textIn('number');
  const name = number === '' ? action.textIn('name') : `#${number} ${action.textIn('title')}`;
  return `${who} linked the ${kinds[type] ?? type} ${link(name, action.textIn('url'))}${on}.`;
}

function actionText(payload: Field, action: Field, subject: Field | undefined): string {
  const type = action.text('entity_type');
  const kind = kinds[type] ?? '';
  const who = plain(payload.textIn('member_name')) || 'Someone';
  const on = subject && subject !== action ? ` of ${itemLink(subject)}` : '';
  const name = action.textIn('name') || action.textIn('description');
  switch (action.text('action')) {
    case 'create':
      return created(payload, action, type, subject, who);
    case 'delete':
      return `${who} deleted the ${kind}${name === '' ? '' : ` ${bold(name)}`}${on}.`;
    case 'update': {
      const changes = action.optional('changes');
      const entries = changes?.isObject ? changes.entries() : [];
      const changeLines = entries
        .map(([field, change]) => changeLine(payload, field, change))
        .filter((line) => line !== '');
      if (changeLines.length === 0) return '';
      const item = subject === action ? itemLink(action) : `${bold(name)}${on}`;
      const text = nonBlankLines(`${who} updated the ${kind} ${item}:`, ...changeLines);
      const description = changes?.textIn('description.new') ?? '';
      return description === '' ? text : `${text}\n\n${quote(description)}`;
    }
    default:
      return '';
  }
}

function announcement(payload: Field, action: Field): Announcement[] {
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
  const topic = subject?.textIn('name') || action.firstOf('name', 'description') || 'Shortcut';
  return [{ event: `${type}_${action.text('action')}${part}`, topic, content }];
}

export const shortcut: Integration = {
  name: 'shortcut',
  displayName: 'Shortcut',
  events,
  signature: eitherOf(digestSignature('Payload-Signature'), digestSignature('Clubhouse-Signature')),
  read({ payload }) {
    // Shortcut also sends empty requests.
    if (payload.value === null) return undefined;
    const actions = payload.list('actions');
    const first = payload.textIn('primary_id');
    const chosen = first === '' ? actions : actions.filter((one) => one.textIn('id') === first);
    return boundedItems(chosen).flatMap((action) => announcement(payload, action));
  },
};
