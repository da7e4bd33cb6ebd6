// Bitbucket Server and Data Center: pushes, pull requests, comments on commits, and changes of repositories.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  commitLink,
  deletionText,
  itemText,
  tagText,
  topicOfBranch,
  topicOfItem,
} from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  joinedList,
  link,
  plainLine,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
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

const actorName = (payload: PayloadField) => payload.firstOf('actor.displayName', 'actor.name');
const page = (thing: PayloadField) => thing.optionalText('links.self.0.href');

const pullRequests = lookupTable<string>({
  'pr:opened': 'opened',
  'pr:modified': 'changed',
  'pr:from_ref_updated': 'pushed to',
  'pr:merged': 'merged',
  'pr:declined': 'declined',
  'pr:deleted': 'deleted',
  'pr:reviewer:approved': 'approved',
  'pr:reviewer:unapproved': 'removed the approval of',
  'pr:reviewer:needs_work': 'asked for more work on',
  'pr:reviewer:updated': 'changed the reviewers of',
  'pr:comment:added': 'commented on',
  'pr:comment:edited': 'edited a comment on',
  'pr:comment:deleted': 'deleted a comment on',
});
const commitComments = lookupTable<string>({
  'repo:comment:added': 'commented on',
  'repo:comment:edited': 'edited a comment on',
  'repo:comment:deleted': 'deleted a comment on',
});

function pullRequest(payload: PayloadField, event: string, topic: string | undefined): WebhookMessage {
  const pull = payload.at('pullRequest');
  const item = { kind: 'PR', number: pull.text('id'), title: pull.text('title'), url: page(pull) };
  const isOpened = event === 'pr:opened' || event === 'pr:modified';
  const branches =
    isOpened || event === 'pr:merged'
      ? ` from ${code(pull.optionalText('fromRef.displayId'))} to ${code(pull.optionalText('toRef.displayId'))}`
      : '';
  const people = pull
    .optionalList('reviewers')
    .map((reviewer) => plainLine(reviewer.firstOf('user.displayName', 'user.name')));
  const reviewers =
    (isOpened || event === 'pr:reviewer:updated') && people.length > 0
      ? ` (reviewers: ${joinedList(people)})`
      : event === 'pr:reviewer:updated'
        ? ' (no reviewers)'
        : '';
  const body = isOpened ? pull.optionalText('description') : payload.optionalText('comment.text');
  const sentence = itemText(actorName(payload), pullRequests[event] ?? '', item, topic);
  return {
    event,
    topic: topicOfItem(pull.text('toRef.repository.name'), 'PR', item.number, item.title),
    content: withQuote(sentence + branches + reviewers, body),
  };
}

function changes(delivery: WebhookDelivery): WebhookMessage[] {
  const { payload } = delivery;
  const name = payload.text('repository.name');
  const home = page(payload.at('repository')).replace(/\/browse$/, '');
  const event = 'repo:refs_changed';
  return boundedItems(payload.list('changes')).flatMap((change) => {
    const ref = change.text('ref.displayId');
    const type = change.text('type');
    const target = change.text('ref.type');
    if (target === 'TAG') {
      const url = `${home}/browse?at=${encodeURIComponent(ref)}`;
      const content =
        type === 'DELETE'
          ? deletionText(actorName(payload), 'tag', ref)
          : tagText(actorName(payload), ref, url);
      return [{ event, topic: name, content }];
    }
    if (target !== 'BRANCH') throw new UnsupportedEventError(`${event}.${target}`);
    if (!includesBranch(delivery, ref)) return [];
    return [{ event, topic: topicOfBranch(name, ref), content: branchText(payload, change, home) }];
  });
}

function branchText(payload: PayloadField, change: PayloadField, home: string): string {
  const ref = change.text('ref.displayId');
  switch (change.text('type')) {
    case 'ADD':
      return `${plainLine(actorName(payload))} created the branch ${code(ref)}.`;
    case 'UPDATE': {
      const id = change.text('toHash');
      return `${plainLine(actorName(payload))} pushed to ${code(ref)}, which is now at ${commitLink({ id, url: `${home}/commits/${id}` })}.`;
    }
    case 'DELETE':
      return deletionText(actorName(payload), 'branch', ref);
    default:
      throw new UnsupportedEventError(`repo:refs_changed.${change.text('type')}`);
  }
}

const repositoryFormatters = lookupTable<(payload: PayloadField) => Omit<WebhookMessage, 'event'>>({
  'diagnostics:ping': () => ({
    topic: 'Bitbucket Server Ping',
    content: 'Bitbucket Server webhook has been successfully configured.',
  }),
  'repo:forked': (payload) => ({
    topic: payload.text('repository.origin.name'),
    content: `${plainLine(actorName(payload))} forked the repository as ${link(payload.text('repository.name'), page(payload.at('repository')))}.`,
  }),
  'repo:modified': (payload) => ({
    topic: payload.text('new.name'),
    content: `${plainLine(actorName(payload))} renamed the repository ${bold(payload.text('old.name'))} to ${bold(payload.text('new.name'))}.`,
  }),
});

export const bitbucket3: WebhookService = {
  name: 'bitbucket3',
  displayName: 'Bitbucket Server',
  clientName: 'Bitbucket3',
  events: [
    ...Object.keys(pullRequests),
    ...Object.keys(commitComments),
    ...Object.keys(repositoryFormatters),
    'repo:refs_changed',
  ],
  signature: digestSignature('X-Hub-Signature', { prefix: 'sha256=' }),
  urlOptions: [branchesOption],
  read(delivery) {
    const { payload, topic } = delivery;
    // The connection test of the service contains nothing else.
    if (payload.has('test') && !payload.has('eventKey')) return undefined;
    const event = payload.optionalText('eventKey') || eventHeader(delivery, 'X-Event-Key');
    if (event === 'repo:refs_changed') return changes(delivery);
    if (Object.hasOwn(pullRequests, event)) return pullRequest(payload, event, topic);
    const formatter = repositoryFormatters[event];
    if (formatter) return { event, ...formatter(payload) };
    const verb = commitComments[event];
    if (verb === undefined) throw new UnsupportedEventError(event);
    const id = payload.text('commit');
    const url = `${page(payload.at('repository')).replace(/\/browse$/, '')}/commits/${id}`;
    const content = withQuote(
      `${plainLine(actorName(payload))} ${verb} ${commitLink({ id, url })}`,
      payload.optionalText('comment.text'),
    );
    return { event, topic: payload.text('repository.name'), content };
  },
};
