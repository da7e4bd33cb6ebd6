// Bitbucket Cloud. A push may concern several branches; each gets a message in its own topic.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  commitLink,
  deletionText,
  itemText,
  pushText,
  tagText,
  topicOfBranch,
  topicOfItem,
} from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  boundedItems,
  branchesOption,
  eventHeader,
  includesBranch,
  type WebhookDelivery,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const nameOf = (person: PayloadField) => person.firstOf('display_name', 'nickname', 'username');
const actorName = (payload: PayloadField) => nameOf(payload.at('actor'));
const repository = (payload: PayloadField) => payload.text('repository.name');

const actions = lookupTable<string>({
  created: 'created',
  updated: 'updated',
  approved: 'approved',
  unapproved: 'removed the approval of',
  changes_request_created: 'requested changes to',
  changes_request_removed: 'removed the change request for',
  rejected: 'declined',
  fulfilled: 'merged',
  comment_created: 'commented on',
  comment_updated: 'updated a comment on',
  comment_deleted: 'deleted a comment on',
  comment_resolved: 'resolved a comment on',
  comment_reopened: 'reopened a comment on',
});

function itemOf(kind: string, item: PayloadField) {
  return { kind, number: item.text('id'), title: item.text('title'), url: item.text('links.html.href') };
}

function authorOf(commit: PayloadField): string {
  const user = commit.optional('author.user');
  const name = user ? nameOf(user) : '';
  return name === '' ? (commit.optionalText('author.raw').split('<', 1)[0] ?? '').trim() : name;
}

function changeText(payload: PayloadField, change: PayloadField): string {
  const after = change.optional('new');
  const target = after ?? change.at('old');
  const name = target.text('name');
  const isTag = target.text('type') === 'tag';
  if (!after) return deletionText(actorName(payload), isTag ? 'tag' : 'branch', name);
  if (isTag) return tagText(actorName(payload), name, after.optionalText('links.html.href'));
  const commits = change.optionalList('commits').map((commit) => ({
    author: authorOf(commit),
    id: commit.text('hash'),
    url: commit.optionalText('links.html.href'),
    message: commit.optionalText('message'),
  }));
  return pushText({
    pusher: actorName(payload),
    branch: name,
    commits,
    hasMore: change.boolean('truncated'),
    isForced: change.boolean('forced'),
    url: change.firstOf('links.html.href', 'new.links.html.href'),
  });
}

function pushes(delivery: WebhookDelivery): WebhookMessage[] {
  const { payload } = delivery;
  return boundedItems(payload.list('push.changes')).flatMap((change) => {
    const target = change.optional('new') ?? change.at('old');
    const isTag = target.text('type') === 'tag';
    const branch = target.text('name');
    if (!isTag && !includesBranch(delivery, branch)) return [];
    const topic = isTag ? repository(payload) : topicOfBranch(repository(payload), branch);
    return [{ event: 'push', topic, content: changeText(payload, change) }];
  });
}

function pullRequest(payload: PayloadField, action: string, topic: string | undefined): string {
  const pull = payload.at('pullrequest');
  const plainVerb = actions[action] ?? plainLine(action);
  const comment = payload.optional('comment');
  const url = comment?.optionalText('links.html.href') ?? '';
  const verb =
    comment && url !== ''
      ? link(plainVerb.replace(/ on$/, ''), url) + (plainVerb.endsWith(' on') ? ' on' : '')
      : plainVerb;
  const branches =
    action === 'created' || action === 'fulfilled'
      ? ` from ${code(pull.optionalText('source.branch.name'))} to ${code(pull.optionalText('destination.branch.name'))}`
      : '';
  const hasDetails = action === 'created' || action === 'updated';
  const reviewers = hasDetails
    ? pull.optionalList('reviewers').map((reviewer) => plainLine(nameOf(reviewer)))
    : [];
  const assigned = reviewers.length === 0 ? '' : ` (to be reviewed by ${reviewers.join(', ')})`;
  const body = comment
    ? comment.optionalText('content.raw')
    : hasDetails
      ? pull.optionalText('description')
      : '';
  return withQuote(itemText(actorName(payload), verb, itemOf('PR', pull), topic) + assigned + branches, body);
}

function issue(payload: PayloadField, event: string, topic: string | undefined): string {
  const issue = payload.at('issue');
  const comment = payload.optional('comment');
  const verb =
    event === 'issue_commented'
      ? `${link('commented', comment?.optionalText('links.html.href') ?? '')} on`
      : event.replace('issue_', '');
  const body =
    event === 'issue_created'
      ? issue.optionalText('content.raw')
      : (comment?.optionalText('content.raw') ?? '');
  return withQuote(itemText(actorName(payload), verb, itemOf('issue', issue), topic), body);
}

function updatedRepository(payload: PayloadField): string {
  const changes = payload
    .at('changes')
    .entries()
    .flatMap(([name, change]) => {
      const after = change.optional('new');
      if (!after || after.isObject || after.isList || change.optionalText('old') === after.asText())
        return [];
      return [
        `* ${plainLine(name.replaceAll('_', ' '))}: ${bold(change.optionalText('old')) || 'nothing'} → ${bold(after.asText()) || 'nothing'}`,
      ];
    });
  const name = link(repository(payload), payload.optionalText('repository.links.html.href'));
  return [`${plainLine(actorName(payload))} changed the repository ${name}:`, ...changes].join('\n');
}

const formatters = lookupTable<(payload: PayloadField) => string>({
  fork: (payload) =>
    `${plainLine(actorName(payload))} forked the repository as ${link(payload.text('fork.full_name'), payload.text('fork.links.html.href'))}.`,
  commit_comment: (payload) => {
    const commit = payload.optional('commit') ?? payload.at('comment.commit');
    const id = commit.text('hash');
    const home = payload.optionalText('repository.links.html.href');
    const url = commit.optionalText('links.html.href') || (home === '' ? '' : `${home}/commits/${id}`);
    const linkedCommit = commitLink({ id, url });
    const verb = link('commented', payload.optionalText('comment.links.html.href'));
    return withQuote(
      `${plainLine(actorName(payload))} ${verb} on ${linkedCommit}`,
      payload.optionalText('comment.content.raw'),
    );
  },
  change_commit_status: (payload) => {
    const status = payload.at('commit_status');
    const id = status.text('links.commit.href').split('/').at(-1) ?? '';
    const url = `${payload.text('repository.links.html.href')}/commits/${id}`;
    return `${link(status.firstOf('name', 'key'), status.optionalText('url'))}: ${commitLink({ id, url })} is now ${bold(status.text('state'))}.`;
  },
  'repo:updated': updatedRepository,
});

function eventOf(delivery: WebhookDelivery): string {
  const { payload } = delivery;
  if (payload.has('fork')) return 'fork';
  if (payload.has('comment') && payload.has('commit')) return 'commit_comment';
  if (payload.has('commit_status')) return 'change_commit_status';
  if (payload.has('issue')) {
    if (payload.has('changes')) return 'issue_updated';
    return payload.has('comment') ? 'issue_commented' : 'issue_created';
  }
  const key = eventHeader(delivery, 'X-Event-Key');
  const action = /^pullrequest:(\w+)$/.exec(key)?.[1];
  if (payload.has('pullrequest') && action !== undefined && Object.hasOwn(actions, action))
    return `pull_request_${action}`;
  if (key === 'repo:updated') return key;
  throw new UnsupportedEventError(key);
}

export const bitbucket2: WebhookService = {
  name: 'bitbucket2',
  displayName: 'Bitbucket',
  clientName: 'Bitbucket2',
  events: [
    'push',
    ...Object.keys(formatters),
    'issue_created',
    'issue_updated',
    'issue_commented',
    ...Object.keys(actions).map((action) => `pull_request_${action}`),
  ],
  signature: digestSignature('X-Hub-Signature', { prefix: 'sha256=' }),
  urlOptions: [branchesOption],
  read(delivery) {
    const { payload, topic } = delivery;
    if (payload.has('push')) return pushes(delivery);
    const event = eventOf(delivery);
    const name = repository(payload);
    if (event.startsWith('pull_request_')) {
      const pull = itemOf('PR', payload.at('pullrequest'));
      const content = pullRequest(payload, event.slice('pull_request_'.length), topic);
      return { event, topic: topicOfItem(name, 'PR', pull.number, pull.title), content };
    }
    if (event.startsWith('issue_')) {
      const issueItem = itemOf('issue', payload.at('issue'));
      return {
        event,
        topic: topicOfItem(name, 'issue', issueItem.number, issueItem.title),
        content: issue(payload, event, topic),
      };
    }
    return { event, topic: name, content: formatters[event]?.(payload) ?? '' };
  },
};
