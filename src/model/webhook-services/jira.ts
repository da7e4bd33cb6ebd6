// Jira, both Cloud and Data Center.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  factList,
  link,
  nonBlankLines,
  plainLine,
  truncate,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

/** Converts Jira's markup to Markdown, as far as it is commonly used. */
function fromJiraMarkup(text: string): string {
  return truncate(text, 10_000)
    .replaceAll('\r\n', '\n')
    .replace(/\{(?:quote|noformat|code(?::[^{}\n]{0,50})?)\}/g, '\n```\n')
    .replace(/\{\{([^{}\n]{1,500})\}\}/g, '`$1`')
    .replace(/\[~(?:accountid:)?([^\]\n]{1,200})\]/g, (_, name: string) => bold(name))
    .replace(/\[([^|\]\n]{1,300})\|(https?:[^\]|\s]{1,1000})(?:\|[^\]\n]{0,100})?\]/g, '[$1]($2)')
    .replace(/(^|[\s(])\*(?!\s)([^*\n]{1,500}?)(?<!\s)\*(?=$|[\s.,;:!?)])/gm, '$1**$2**');
}

/** The text of a comment, which newer versions send as a document. */
function commentText(payload: PayloadField): string {
  const body = payload.optional('comment.body');
  if (!body) return '';
  return body.isObject ? documentText(body, 0).trim() : fromJiraMarkup(body.asText());
}

function documentText(node: PayloadField, depth: number): string {
  if (depth > 30) return '';
  const inner = node
    .optionalList('content')
    .map((child) => documentText(child, depth + 1))
    .join('');
  const text = node.optionalText('text') + inner;
  return /^(?:paragraph|heading|listItem|codeBlock)$/.test(node.optionalText('type')) ? `${text}\n` : text;
}

function keyOf(payload: PayloadField): string {
  if (payload.has('issue')) return payload.text('issue.key');
  // For comments, old versions only send their URL.
  return payload.text('comment.self').split('/').at(-3) ?? '';
}
const titleOf = (payload: PayloadField) => payload.optionalText('issue.fields.summary');

function issueLink(payload: PayloadField): string {
  const key = keyOf(payload);
  const title = titleOf(payload);
  const label = title === '' ? key : `${key}: ${title}`;
  const base = payload.firstOf('issue.self', 'comment.self').split('/rest/api/', 1)[0] ?? '';
  return base === '' ? plainLine(label) : link(label, `${base}/browse/${key}`);
}

const author = (payload: PayloadField) =>
  payload.firstOf('comment.author.displayName', 'user.displayName', 'user.name') || 'Someone';
/** The account that deleted a comment. If it is unknown, the comment's author is used. */
const deleter = (payload: PayloadField) =>
  payload.firstOf('user.displayName', 'user.name', 'comment.author.displayName') || 'Someone';
const assignee = (payload: PayloadField) => payload.optionalText('issue.fields.assignee.displayName');

function assigneeText(payload: PayloadField): string {
  const name = assignee(payload);
  return name === '' ? '' : ` (assigned to ${plainLine(name)})`;
}

const commentFormatter =
  (did: string, actorOf = author): ((payload: PayloadField) => string) =>
  (payload) =>
    withQuote(
      `${plainLine(actorOf(payload))} ${did} ${issueLink(payload)}${assigneeText(payload)}`,
      commentText(payload),
    );

function formatCreated(payload: PayloadField): string {
  const details = factList([
    ['Type', plainLine(payload.optionalText('issue.fields.issuetype.name'))],
    ['Priority', plainLine(payload.optionalText('issue.fields.priority.name'))],
    ['Assignee', plainLine(assignee(payload) || 'no one')],
  ]);
  return nonBlankLines(
    `${plainLine(payload.firstOf('user.displayName', 'user.name') || 'Someone')} created ${issueLink(payload)}:`,
    '',
    details,
  );
}

function formatUpdated(payload: PayloadField): string {
  const kind = payload.optionalText('issue_event_type_name');
  // A transition includes the comment that was made with it, which is an empty text if there was none.
  if (kind.includes('comment') || (kind === '' && payload.optional('comment')?.isObject)) {
    if (kind.includes('deleted')) return commentFormatter('deleted a comment on', deleter)(payload);
    return commentFormatter(kind.includes('edited') ? 'edited a comment on' : 'commented on')(payload);
  }
  const changes = payload.optionalList('changelog.items').map((item) => {
    const [from, to] = [bold(item.optionalText('fromString')), bold(item.optionalText('toString'))];
    return `* Changed ${plainLine(item.text('field'))}${from === '' ? '' : ` from ${from}`}${to === '' ? ' to nothing' : ` to ${to}`}`;
  });
  if (payload.has('transition')) {
    const [from, to] = [
      bold(payload.optionalText('transition.from_status')),
      bold(payload.optionalText('transition.to_status')),
    ];
    if (changes.length === 0) changes.push(`* Changed status from ${from} to ${to}`);
  }
  const actor = payload.firstOf('user.displayName', 'user.name') || 'Someone';
  return nonBlankLines(
    `${plainLine(actor)} updated ${issueLink(payload)}${assigneeText(payload)}${changes.length > 0 ? ':' : '.'}`,
    ...changes,
  );
}

const formatters = lookupTable<(payload: PayloadField) => string>({
  'jira:issue_created': formatCreated,
  'jira:issue_deleted': (payload) =>
    `${plainLine(payload.firstOf('user.displayName', 'user.name') || 'Someone')} deleted ${issueLink(payload)}.`,
  'jira:issue_updated': formatUpdated,
  comment_created: commentFormatter('commented on'),
  comment_updated: commentFormatter('edited a comment on'),
  comment_deleted: commentFormatter('deleted a comment on', deleter),
});

/** Events of no interest, or covered by another event. */
const ignored = new Set([
  'attachment_created',
  'attachment_deleted',
  'issuelink_created',
  'issuelink_deleted',
  'jira:version_released',
  'jira:version_created',
  'jira:version_updated',
  'jira:worklog_updated',
  'sprint_closed',
  'sprint_started',
  'sprint_created',
  'sprint_updated',
  'worklog_created',
  'worklog_updated',
  'worklog_deleted',
]);

export const jira: WebhookService = {
  name: 'jira',
  displayName: 'Jira',
  events: Object.keys(formatters),
  signature: digestSignature('X-Hub-Signature', { prefix: 'sha256=' }),
  read({ payload }) {
    const event =
      payload.optionalText('webhookEvent') || (payload.has('transition') ? 'jira:issue_updated' : '');
    if (event === '') throw new UnreadablePayloadError("The payload has no 'webhookEvent'.");
    if (ignored.has(event)) return undefined;
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    // The reference server's text, for versions of Jira that send no title.
    const title = titleOf(payload) || 'Upgrade Jira to get the issue title here.';
    return { event, topic: `${keyOf(payload)}: ${title}`, content: formatter(payload) };
  },
};
