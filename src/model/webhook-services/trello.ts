// Trello. The topic is the board.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, link, plainLine, timeMark, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const data = (action: PayloadField) => action.at('data');
const card = (action: PayloadField) =>
  link(data(action).text('card.name'), `https://trello.com/c/${data(action).optionalText('card.shortLink')}`);
const board = (action: PayloadField) =>
  link(
    data(action).text('board.name'),
    `https://trello.com/b/${data(action).optionalText('board.shortLink')}`,
  );
const member = (action: PayloadField) =>
  plainLine(action.firstOf('member.fullName', 'data.member.name', 'data.idMember'));
const labelOf = (action: PayloadField) => {
  const [name, color] = [
    data(action).firstOf('label.name', 'text'),
    data(action).firstOf('label.color', 'value'),
  ];
  return [code(color), name === '' ? '' : bold(name)].filter(Boolean).join(' ');
};

/** A change of a card; undefined if it is of no interest. */
function cardChange(action: PayloadField): string | undefined {
  const old = data(action).at('old');
  const now = data(action).at('card');
  const before = data(action).optionalText('listBefore.name');
  if (before !== '')
    return `moved ${card(action)} from ${bold(before)} to ${bold(data(action).optionalText('listAfter.name'))}.`;
  const isIn = (name: string) => old.entries().some(([field]) => field === name);
  if (isIn('name')) return `renamed the card ${bold(old.optionalText('name'))} to ${card(action)}.`;
  if (isIn('desc')) {
    if (now.optionalText('desc') === '') return `removed the description of ${card(action)}.`;
    const verb = old.optionalText('desc') === '' ? 'described' : 'changed the description of';
    return withQuote(`${verb} ${card(action)}`, now.optionalText('desc'));
  }
  if (isIn('due')) {
    const [from, to] = [old.optionalText('due'), now.optionalText('due')];
    if (to === '') return `removed the due date of ${card(action)}.`;
    return from === ''
      ? `set the due date of ${card(action)} to ${timeMark(to)}.`
      : `changed the due date of ${card(action)} from ${timeMark(from)} to ${timeMark(to)}.`;
  }
  if (isIn('dueComplete'))
    return `${now.boolean('dueComplete') ? 'completed' : 'undid the completion of'} ${card(action)}.`;
  if (isIn('closed')) return `${now.boolean('closed') ? 'archived' : 'reopened'} ${card(action)}.`;
  return undefined;
}

function boardChange(action: PayloadField): string | undefined {
  const old = data(action).at('old');
  if (old.has('name')) return `renamed the board ${bold(old.text('name'))} to ${board(action)}.`;
  if (old.has('closed'))
    return `${data(action).boolean('board.closed') ? 'closed' : 'reopened'} the board ${board(action)}.`;
  if (old.has('prefs.permissionLevel')) return `changed who sees the board ${board(action)}.`;
  return undefined;
}

const formatters = lookupTable<(action: PayloadField) => string | undefined>({
  createCard: (action) => `created ${card(action)}.`,
  copyCard: (action) => `made ${card(action)} as a copy.`,
  deleteCard: (action) => `deleted the card #${plainLine(data(action).optionalText('card.idShort'))}.`,
  updateCard: cardChange,
  addLabelToCard: (action) => `added the label ${labelOf(action)} to ${card(action)}.`,
  removeLabelFromCard: (action) => `removed the label ${labelOf(action)} from ${card(action)}.`,
  addMemberToCard: (action) => `added ${member(action)} to ${card(action)}.`,
  removeMemberFromCard: (action) => `removed ${member(action)} from ${card(action)}.`,
  addAttachmentToCard: (action) =>
    `added ${link(data(action).text('attachment.name'), data(action).optionalText('attachment.url'))} to ${card(action)}.`,
  addChecklistToCard: (action) =>
    `added the checklist ${bold(data(action).text('checklist.name'))} to ${card(action)}.`,
  updateCheckItemStateOnCard: (action) =>
    `${data(action).optionalText('checkItem.state') === 'complete' ? 'checked' : 'unchecked'} ${bold(data(action).text('checkItem.name'))} in ${bold(data(action).optionalText('checklist.name'))} (${card(action)}).`,
  commentCard: (action) => withQuote(`commented on ${card(action)}`, data(action).text('text')),
  updateComment: (action) =>
    withQuote(`edited a comment on ${card(action)}`, data(action).optionalText('action.text')),
  deleteComment: (action) => `deleted a comment on ${card(action)}.`,
  createList: (action) => `added the list ${bold(data(action).text('list.name'))} to ${board(action)}.`,
  updateList: (action) =>
    data(action).has('old.name')
      ? `renamed the list ${bold(data(action).text('old.name'))} to ${bold(data(action).text('list.name'))}.`
      : undefined,
  addMemberToBoard: (action) => `added ${member(action)} to ${board(action)}.`,
  removeMemberFromBoard: (action) => `removed ${member(action)} from ${board(action)}.`,
  updateBoard: boardChange,
});
/** Known events of no interest. */
const ignored = new Set([
  'createCheckItem',
  'updateCheckItem',
  'deleteCheckItem',
  'updateChecklist',
  'removeChecklistFromCard',
  'deleteAttachmentFromCard',
  'moveCardToBoard',
  'moveCardFromBoard',
  'createLabel',
  'updateLabel',
  'deleteLabel',
  'enablePlugin',
  'disablePlugin',
  'makeAdminOfBoard',
  'makeNormalMemberOfBoard',
]);

export const trello: WebhookService = {
  name: 'trello',
  displayName: 'Trello',
  events: Object.keys(formatters),
  signature: digestSignature('X-Trello-Webhook', {
    algorithm: 'sha1',
    encoding: 'base64',
    over: ({ body, url }) => [body, url],
  }),
  read({ payload }) {
    const action = payload.at('action');
    const event = action.text('type');
    if (ignored.has(event)) return undefined;
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    const text = formatter(action);
    if (text === undefined) return undefined;
    const actor = action.firstOf('memberCreator.fullName', 'memberCreator.username') || 'Someone';
    return { event, topic: data(action).text('board.name'), content: `${plainLine(actor)} ${text}` };
  },
};
