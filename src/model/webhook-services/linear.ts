// Linear. Topics are the titles of issues, as in the reference server.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, factList, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const verbs = lookupTable<string>({ create: 'created', update: 'updated', remove: 'removed' });
const verbOf = (payload: PayloadField) => verbs[payload.text('action')] ?? plainLine(payload.text('action'));
const by = (payload: PayloadField) =>
  payload.optionalText('actor.name') === '' ? '' : ` by ${plainLine(payload.optionalText('actor.name'))}`;

function issue(payload: PayloadField): WebhookMessage {
  const data = payload.at('data');
  const isPart = data.has('parentId');
  const name = `#${data.text('number')} ${data.text('title')}`;
  const issueName =
    payload.text('action') === 'remove' ? bold(name) : link(name, payload.optionalText('url'));
  const sentence = `${isPart ? 'Sub-issue' : 'Issue'} ${issueName} was ${verbOf(payload)} in the team ${plainLine(data.text('team.name'))}${by(payload)}`;
  const priority = data.optionalText('priorityLabel');
  const details = factList([
    ['Status', plainLine(data.optionalText('state.name'))],
    ['Priority', priority === 'No priority' ? '' : plainLine(priority)],
    ['Assignee', plainLine(data.optionalText('assignee.name'))],
  ]);
  const isGone = payload.text('action') === 'remove';
  const text = withQuote(sentence, isGone ? '' : data.optionalText('description'));
  return {
    event: isPart ? 'sub_issue' : 'issue',
    topic: `${isPart ? 'Sub-Issue' : 'Issue'}: ${data.text('title')}`,
    content: isGone || details === '' ? text : `${text}\n\n${details}`,
  };
}

function comment(payload: PayloadField): WebhookMessage {
  const data = payload.at('data');
  const actor = plainLine(data.firstOf('user.name') || payload.optionalText('actor.name') || 'Someone');
  const topic = `Issue: ${data.firstOf('issue.title', 'issueId')}`;
  const title = bold(data.optionalText('issue.title'));
  if (payload.text('action') === 'remove')
    return {
      event: 'comment',
      topic,
      content: `${actor} removed a comment${title === '' ? '' : ` on ${title}`}.`,
    };
  const verb = payload.text('action') === 'create' ? 'commented' : 'edited a comment';
  const sentence = `${actor} ${link(verb, payload.optionalText('url'))} on the issue ${title}`;
  return { event: 'comment', topic, content: withQuote(sentence, data.text('body')) };
}

const ignored = new Set([
  'IssueLabel',
  'Project',
  'ProjectUpdate',
  'Cycle',
  'Reaction',
  'Attachment',
  'Document',
  'Initiative',
  'User',
]);

export const linear: WebhookService = {
  name: 'linear',
  displayName: 'Linear',
  events: ['issue', 'sub_issue', 'comment'],
  signature: digestSignature('Linear-Signature'),
  read({ payload }) {
    const type = payload.text('type');
    if (type === 'Issue') return issue(payload);
    if (type === 'Comment') return comment(payload);
    if (ignored.has(type)) return undefined;
    throw new UnsupportedEventError(`${type}:${payload.optionalText('action') || '???'}`);
  },
};
