// GitHub. Events are named, and topics formed, as in the reference server.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { nameOfRef, topicOfBranch, topicOfItem } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  branchesOption,
  eventHeader,
  includesBranch,
  type WebhookDelivery,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';
import { githubFormatters } from './github-formatters.ts';
import { kindOfIssue } from './github-item-formatters.ts';

const sponsorshipActions = new Set([
  'cancelled',
  'created',
  'edited',
  'pending_cancellation',
  'pending_tier_change',
  'tier_changed',
]);

/** Events that are of no interest to people. */
const ignored = new Set([
  'check_suite',
  'label',
  'meta',
  'milestone',
  'organization',
  'project_card',
  'repository_vulnerability_alert',
]);

const pullRequestEvents = lookupTable<string | undefined>({
  opened: 'opened_pull_request',
  reopened: 'opened_pull_request',
  synchronize: 'updated_pull_request',
  edited: 'updated_pull_request',
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  closed: 'closed_pull_request',
  review_requested: 'pull_request_review_requested',
  ready_for_review: 'pull_request_ready_for_review',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
});
const ignoredPullRequestActions = new Set([
  'approved',
  'converted_to_draft',
  'labeled',
  'review_request_removed',
  'unlabeled',
  'milestoned',
  'demilestoned',
  'enqueued',
  'dequeued',
]);
const ignoredTeamActions = new Set(['added_to_repository', 'created', 'deleted', 'removed_from_repository']);

function eventOfIssue(payload: PayloadField): string {
  const action = payload.text('action');
  if (action === 'labeled' || action === 'unlabeled') return 'issue_labeled_or_unlabeled';
  if (action === 'milestoned' || action === 'demilestoned') return 'issue_milestoned_or_demilestoned';
  if (action === 'transferred') return 'issues_transferred';
  return action === 'opened' && payload.has('changes.old_issue') ? 'issues_opened_via_transfer' : 'issues';
}

function eventOfPush(delivery: WebhookDelivery): string | undefined {
  const ref = delivery.payload.text('ref');
  if (!ref.startsWith('refs/heads/')) return 'push_tags';
  if (ref.startsWith('refs/heads/gh-readonly-queue/')) return undefined;
  return includesBranch(delivery, nameOfRef(ref)) ? 'push_commits' : undefined;
}

/** The event by the reference server's name; undefined for events of no interest. @throws `UnsupportedEventError` */
function eventOf(delivery: WebhookDelivery, headerEvent: string): string | undefined {
  const { payload } = delivery;
  const action = payload.optionalText('action');
  switch (headerEvent) {
    case 'pull_request': {
      const event = pullRequestEvents[action];
      if (event !== undefined) return event;
      if (ignoredPullRequestActions.has(action)) return undefined;
      break;
    }
    case 'pull_request_review':
      // Every review also causes another event without content.
      return action === 'edited' && (payload.optional('changes')?.entries().length ?? 0) === 0
        ? undefined
        : headerEvent;
    case 'push':
      return eventOfPush(delivery);
    case 'check_run':
      return payload.text('check_run.status') === 'completed' ? headerEvent : undefined;
    case 'team':
      if (action === 'edited') return headerEvent;
      if (ignoredTeamActions.has(action)) return undefined;
      break;
    case 'issues':
      return eventOfIssue(payload);
    case 'sponsorship':
      if (sponsorshipActions.has(action)) return action;
      break;
    default:
      if (Object.hasOwn(githubFormatters, headerEvent)) return headerEvent;
      if (ignored.has(headerEvent)) return undefined;
  }
  throw new UnsupportedEventError(`${headerEvent}:${action === '' ? '???' : action}`);
}

function topicOf(payload: PayloadField, event: string): string {
  const name = payload.optionalText('repository.name');
  if (event.includes('pull_request')) {
    return topicOfItem(name, 'PR', payload.text('pull_request.number'), payload.text('pull_request.title'));
  }
  if (event.startsWith('issue')) {
    return topicOfItem(name, kindOfIssue(payload), payload.text('issue.number'), payload.text('issue.title'));
  }
  if (event.startsWith('deployment'))
    return `${name} / Deployment on ${payload.text('deployment.environment')}`;
  if (event.startsWith('discussion')) {
    return `${name} discussion #${payload.text('discussion.number')}: ${payload.text('discussion.title')}`;
  }
  if (event === 'membership') return `${payload.text('organization.login')} organization`;
  if (event === 'team') return `team ${payload.text('team.name')}`;
  if (event === 'push_commits') return topicOfBranch(name, nameOfRef(payload.text('ref')));
  if (event === 'gollum') return topicOfBranch(name, 'wiki pages');
  if (event === 'check_run') return topicOfBranch(name, 'checks');
  if (sponsorshipActions.has(event)) return 'sponsors';
  return name === '' ? payload.text('organization.login') : name;
}

/** Whether a comment was edited without a change of its text. */
function isUnchanged(payload: PayloadField, headerEvent: string): boolean {
  return (
    /^(?!discussion).*comment/.test(headerEvent) &&
    payload.optionalText('action') === 'edited' &&
    payload.optionalText('changes.body.from') === payload.optionalText('comment.body')
  );
}

export const github: WebhookService = {
  name: 'github',
  displayName: 'GitHub',
  events: Object.keys(githubFormatters),
  signature: digestSignature('X-Hub-Signature-256', { prefix: 'sha256=' }),
  urlOptions: [
    branchesOption,
    {
      key: 'ignore_private_repositories',
      label: 'Ignore private repositories (true or false)',
    },
  ],
  read(delivery) {
    const { payload, topic, query } = delivery;
    const headerEvent = eventHeader(delivery, 'X-GitHub-Event');
    if (query.get('ignore_private_repositories') === 'true' && payload.boolean('repository.private'))
      return undefined;
    if (isUnchanged(payload, headerEvent)) return undefined;
    const event = eventOf(delivery, headerEvent);
    const formatter = event === undefined ? undefined : githubFormatters[event];
    if (event === undefined || !formatter) return undefined;
    return { event, topic: topicOf(payload, event), content: formatter({ payload, topic }) };
  },
};
