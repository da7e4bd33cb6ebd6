// GitHub. Events are told apart, and topics formed, as the reference server does.

import type { Field } from '../incoming-webhooks/field.ts';
import {
  commitLink,
  itemText,
  nameOfRef,
  pushText,
  removalText,
  tagText,
  topicOfBranch,
  topicOfItem,
} from '../incoming-webhooks/git-text.ts';
import {
  branchesOption,
  type Delivery,
  eventHeader,
  type Integration,
  isWantedBranch,
} from '../incoming-webhooks/integration.ts';
import { UnsupportedEvent } from '../incoming-webhooks/refusals.ts';
import { digestIn } from '../incoming-webhooks/signatures.ts';
import { block, bold, code, link, plain, withQuote } from '../incoming-webhooks/text.ts';

/** What happened, and the topic that was asked for. */
interface Happening {
  readonly payload: Field;
  readonly topic: string | undefined;
}
type Words = (happening: Happening) => string;

const who = (payload: Field) => payload.text('sender.login');
const repository = ({ payload }: Happening) =>
  link(payload.text('repository.full_name'), payload.text('repository.html_url'));

const itemOf = (kind: string, item: Field) => ({
  kind,
  number: item.text('number'),
  title: item.text('title'),
  url: item.text('html_url'),
});

/** A comment on an issue may stand on a pull request, which is an issue there. */
const kindOfIssue = (payload: Field) => (payload.has('issue.pull_request') ? 'PR' : 'issue');

function commented(kind: string, path: string): Words {
  return ({ payload, topic }) => {
    const action = payload.text('action');
    const url = payload.text('comment.html_url');
    const did =
      action === 'created' ? `${link('commented', url)} on` : `${plain(action)} a ${link('comment', url)} on`;
    const item = itemOf(kind === '' ? kindOfIssue(payload) : kind, payload.at(path));
    return withQuote(itemText(who(payload), did, item, topic), payload.textIn('comment.body'));
  };
}

const pullRequestDid =
  (say: (payload: Field) => string, hasBody = false): Words =>
  ({ payload, topic }) => {
    const pull = payload.at('pull_request');
    const sentence = itemText(who(payload), say(payload), itemOf('PR', pull), topic);
    const branches =
      payload.text('action') === 'opened'
        ? ` from ${code(pull.textIn('head.label'))} to ${code(pull.textIn('base.label'))}`
        : '';
    return withQuote(sentence + branches, hasBody ? pull.textIn('body') : '');
  };

const issues: Words = ({ payload, topic }) => {
  const action = payload.text('action');
  const issue = payload.at('issue');
  const assignee = payload.textIn('assignee.login');
  const did =
    action === 'assigned'
      ? `assigned ${plain(assignee)} to`
      : action === 'unassigned'
        ? `unassigned ${plain(assignee)} from`
        : plain(action);
  const body = action === 'opened' || action === 'edited' ? issue.textIn('body') : '';
  return withQuote(itemText(who(payload), did, itemOf('issue', issue), topic), body);
};

const labeled: Words = ({ payload, topic }) => {
  const did = payload.text('action') === 'labeled' ? 'added the label' : 'removed the label';
  const where = payload.text('action') === 'labeled' ? 'to' : 'from';
  const label = code(payload.textIn('label.name'));
  return `${itemText(who(payload), `${did} ${label} ${where}`, itemOf('issue', payload.at('issue')), topic)}.`;
};

const milestoned: Words = ({ payload, topic }) => {
  const isAdded = payload.text('action') === 'milestoned';
  const milestone = link(payload.text('milestone.title'), payload.text('milestone.html_url'));
  const did = isAdded ? `added the milestone ${milestone} to` : `removed the milestone ${milestone} from`;
  return `${itemText(who(payload), did, itemOf('issue', payload.at('issue')), topic)}.`;
};

function push({ payload }: Happening): string {
  const branch = nameOfRef(payload.text('ref'));
  if (payload.flag('deleted')) return removalText(who(payload), 'branch', branch);
  const commits = payload.list('commits').map((commit) => ({
    author: commit.firstOf('author.username', 'author.name'),
    id: commit.text('id'),
    url: commit.text('url'),
    message: commit.text('message'),
  }));
  const url = payload.textIn('compare');
  return pushText({ who: who(payload), branch, commits, url, isForced: payload.flag('forced') });
}

function pushTags({ payload }: Happening): string {
  const tag = nameOfRef(payload.text('ref'));
  return payload.flag('deleted')
    ? removalText(who(payload), 'tag', tag)
    : tagText(who(payload), tag, payload.textIn('compare'));
}

function review({ payload, topic }: Happening): string {
  const states: Readonly<Record<string, string>> = {
    approved: 'approved',
    changes_requested: 'requested changes to',
    dismissed: 'had a review dismissed of',
  };
  const did = states[payload.textIn('review.state').toLowerCase()] ?? 'reviewed';
  const pull = { ...itemOf('PR', payload.at('pull_request')), url: payload.text('review.html_url') };
  return withQuote(itemText(who(payload), did, pull, topic), payload.textIn('review.body'));
}

function reviewComment({ payload, topic }: Happening): string {
  const action = payload.text('action');
  const did = `${action === 'created' ? 'made' : plain(action)} a ${link('review comment', payload.text('comment.html_url'))} on`;
  const body = action === 'deleted' ? '' : payload.textIn('comment.body');
  return withQuote(itemText(who(payload), did, itemOf('PR', payload.at('pull_request')), topic), body);
}

const reviewRequested = pullRequestDid((payload) => {
  const reviewer = payload.maybe('requested_reviewer') ?? payload.at('requested_team');
  const name = link(reviewer.firstOf('login', 'name'), reviewer.text('html_url'));
  return `requested a review by ${name} of`;
});

const assigned = pullRequestDid((payload) => {
  const name = plain(payload.textIn('assignee.login'));
  return payload.text('action') === 'assigned' ? `assigned ${name} to` : `unassigned ${name} from`;
});

function checkRun({ payload }: Happening): string {
  const run = payload.at('check_run');
  const id = run.text('head_sha');
  const commit = commitLink({ id, url: `${payload.text('repository.html_url')}/commit/${id}` });
  return `Check ${link(run.text('name'), run.text('html_url'))} of ${commit}: ${bold(run.firstOf('conclusion', 'status'))}.`;
}

function status({ payload }: Happening): string {
  const id = payload.text('sha');
  const commit = commitLink({ id, url: payload.text('commit.html_url') });
  const state = link(payload.text('state'), payload.textIn('target_url'));
  const context = payload.textIn('context');
  return `${commit} is now ${state}${context === '' ? '' : ` (${plain(context)})`}.`;
}

function release({ payload }: Happening): string {
  const one = payload.at('release');
  const name = link(one.firstOf('name', 'tag_name'), one.text('html_url'));
  return `${plain(who(payload))} ${plain(payload.text('action'))} the release ${name} for the tag ${code(one.text('tag_name'))}.`;
}

function team({ payload }: Happening): string {
  const name = payload.text('team.name');
  const changes = payload.at('changes');
  if (changes.has('description'))
    return withQuote(
      `${plain(who(payload))} changed the description of the team`,
      payload.textIn('team.description'),
    );
  if (changes.has('name'))
    return `The team ${code(changes.textIn('name.from'))} is now called ${code(name)}.`;
  if (changes.has('privacy')) return `The team can now be seen as ${code(payload.textIn('team.privacy'))}.`;
  return `The team was changed: ${changes
    .entries()
    .map(([field]) => code(field))
    .join(', ')}.`;
}

function pageBuild({ payload }: Happening): string {
  const build = payload.at('build');
  const words: Readonly<Record<string, string>> = {
    built: 'is done',
    building: 'has begun',
    errored: 'has failed',
  };
  const state = build.textIn('status');
  const said = `The build of GitHub Pages for ${plain(build.text('pusher.login'))} ${words[state] ?? `is ${plain(state)}`}`;
  const error = build.textIn('error.message');
  return error === '' ? `${said}.` : `${said}:\n\n${block(error)}`;
}

const createdOrDeleted =
  (did: string): Words =>
  ({ payload }) =>
    `${plain(who(payload))} ${did} the ${plain(payload.text('ref_type'))} ${code(payload.textIn('ref')) || code(payload.textIn('repository.name'))}.`;

function discussion({ payload, topic }: Happening): string {
  const one = itemOf('discussion', payload.at('discussion'));
  const action = payload.textIn('action') || 'created';
  const sentence = `${itemText(who(payload), plain(action), one, topic)} in ${plain(payload.text('discussion.category.name'))}`;
  return withQuote(sentence, action === 'created' ? payload.textIn('discussion.body') : '');
}

function wiki({ payload }: Happening): string {
  const pages = payload
    .list('pages')
    .map((page) => `* ${plain(page.text('action'))} ${link(page.text('title'), page.text('html_url'))}`);
  return [`${plain(who(payload))} changed the wiki:`, ...pages].join('\n');
}

function sponsorship({ payload }: Happening): string {
  const tier = code(payload.textIn('sponsorship.tier.name'));
  const name = plain(who(payload));
  const before = code(payload.textIn('changes.tier.from.name'));
  const on = payload.textIn('effective_date').slice(0, 10);
  switch (payload.text('action')) {
    case 'created':
      return `${name} sponsors with ${tier}.`;
    case 'cancelled':
      return `${name} no longer sponsors with ${tier}.`;
    case 'edited':
      return `${name} changed who sees the sponsorship from ${code(payload.textIn('changes.privacy_level.from'))} to ${code(payload.textIn('sponsorship.privacy_level'))}.`;
    case 'pending_cancellation':
      return `${name} will no longer sponsor with ${tier} from ${plain(on)} on.`;
    case 'pending_tier_change':
      return `${name} will sponsor with ${tier} in place of ${before} from ${plain(on)} on.`;
    default:
      return `${name} sponsors with ${tier} in place of ${before}.`;
  }
}

const words: Readonly<Record<string, Words>> = {
  commit_comment: ({ payload }) => {
    const url = payload.text('comment.html_url');
    const commit = commitLink({ id: payload.text('comment.commit_id'), url: url.split('#', 1)[0] ?? url });
    return withQuote(
      `${plain(who(payload))} ${link('commented', url)} on ${commit}`,
      payload.textIn('comment.body'),
    );
  },
  closed_pull_request: pullRequestDid((payload) =>
    payload.flag('pull_request.merged') ? 'merged' : 'closed without merging',
  ),
  create: createdOrDeleted('created'),
  check_run: checkRun,
  delete: createdOrDeleted('deleted'),
  deployment: ({ payload }) =>
    `${plain(who(payload))} began a deployment to ${code(payload.textIn('deployment.environment'))}.`,
  deployment_status: ({ payload }) =>
    `The deployment to ${code(payload.textIn('deployment.environment'))} is now ${link(payload.text('deployment_status.state'), payload.textIn('deployment_status.target_url'))}.`,
  discussion,
  discussion_comment: commented('discussion', 'discussion'),
  fork: ({ payload }) =>
    `${plain(who(payload))} forked the repository as ${link(payload.firstOf('forkee.full_name', 'forkee.name'), payload.text('forkee.html_url'))}.`,
  gollum: wiki,
  issue_comment: commented('', 'issue'),
  issue_labeled_or_unlabeled: labeled,
  issue_milestoned_or_demilestoned: milestoned,
  issues_opened_via_transfer: ({ payload, topic }) =>
    `${itemText(who(payload), 'moved here', itemOf('issue', payload.at('issue')), topic)} from ${link(`${payload.text('changes.old_repository.full_name')}#${payload.text('changes.old_issue.number')}`, payload.text('changes.old_issue.html_url'))}.`,
  issues_transferred: ({ payload, topic }) =>
    `${itemText(who(payload), 'moved', itemOf('issue', payload.at('issue')), topic)} to ${link(`${payload.text('changes.new_repository.full_name')}#${payload.text('changes.new_issue.number')}`, payload.text('changes.new_issue.html_url'))}.`,
  issues,
  member: (happening) => {
    const { payload } = happening;
    const member = link(payload.text('member.login'), payload.text('member.html_url'));
    return `${plain(who(payload))} ${plain(payload.text('action'))} ${member} as a collaborator of ${repository(happening)}.`;
  },
  membership: ({ payload }) => {
    const member = link(payload.text('member.login'), payload.text('member.html_url'));
    const [did, where] = payload.text('action') === 'removed' ? ['removed', 'from'] : ['added', 'to'];
    return `${plain(who(payload))} ${did} ${member} ${where} the team ${code(payload.text('team.name'))}.`;
  },
  opened_pull_request: pullRequestDid((payload) => plain(payload.text('action')), true),
  updated_pull_request: pullRequestDid((payload) =>
    payload.text('action') === 'synchronize' ? 'pushed to' : 'edited',
  ),
  assigned_or_unassigned_pull_request: assigned,
  page_build: pageBuild,
  ping: ({ payload }) => `GitHub webhook has been successfully configured by ${plain(who(payload))}.`,
  public: (happening) =>
    `${plain(who(happening.payload))} made the repository ${repository(happening)} public.`,
  pull_request_ready_for_review: pullRequestDid(() => 'marked as ready for review'),
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  pull_request_review_requested: reviewRequested,
  pull_request_auto_merge: pullRequestDid((payload) =>
    payload.text('action') === 'auto_merge_enabled'
      ? 'turned on auto-merge for'
      : 'turned off auto-merge for',
  ),
  locked_or_unlocked_pull_request: pullRequestDid((payload) => {
    const reason = payload.textIn('pull_request.active_lock_reason');
    if (payload.text('action') === 'unlocked') return 'unlocked';
    return reason === '' ? 'locked' : `locked as ${plain(reason)}`;
  }),
  push_commits: push,
  push_tags: pushTags,
  release,
  repository: (happening) =>
    `${plain(who(happening.payload))} ${plain(happening.payload.text('action'))} the repository ${repository(happening)}.`,
  star: (happening) =>
    `${plain(who(happening.payload))} ${happening.payload.text('action') === 'created' ? 'starred' : 'unstarred'} the repository ${repository(happening)}.`,
  status,
  team,
  team_add: (happening) =>
    `The repository ${repository(happening)} was added to the team ${code(happening.payload.text('team.name'))}.`,
  watch: (happening) => `${plain(who(happening.payload))} starred the repository ${repository(happening)}.`,
  cancelled: sponsorship,
  created: sponsorship,
  edited: sponsorship,
  pending_cancellation: sponsorship,
  pending_tier_change: sponsorship,
  tier_changed: sponsorship,
};

const sponsorshipActions = new Set([
  'cancelled',
  'created',
  'edited',
  'pending_cancellation',
  'pending_tier_change',
  'tier_changed',
]);

/** What nobody wants to hear of. */
const ignored = new Set([
  'check_suite',
  'label',
  'meta',
  'milestone',
  'organization',
  'project_card',
  'repository_vulnerability_alert',
]);

const pullRequestEvents: Readonly<Record<string, string | undefined>> = {
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
};
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

function eventOfIssue(payload: Field): string {
  const action = payload.text('action');
  if (action === 'labeled' || action === 'unlabeled') return 'issue_labeled_or_unlabeled';
  if (action === 'milestoned' || action === 'demilestoned') return 'issue_milestoned_or_demilestoned';
  if (action === 'transferred') return 'issues_transferred';
  return action === 'opened' && payload.has('changes.old_issue') ? 'issues_opened_via_transfer' : 'issues';
}

function eventOfPush(delivery: Delivery): string | undefined {
  const ref = delivery.payload.text('ref');
  if (!ref.startsWith('refs/heads/')) return 'push_tags';
  if (ref.startsWith('refs/heads/gh-readonly-queue/')) return undefined;
  return isWantedBranch(delivery, nameOfRef(ref)) ? 'push_commits' : undefined;
}

/** The event by the reference's name; undefined for what is of no interest. @throws `UnsupportedEvent` */
function eventOf(delivery: Delivery, named: string): string | undefined {
  const { payload } = delivery;
  const action = payload.textIn('action');
  switch (named) {
    case 'pull_request': {
      const event = pullRequestEvents[action];
      if (event !== undefined) return event;
      if (ignoredPullRequestActions.has(action)) return undefined;
      break;
    }
    case 'pull_request_review':
      // With each review comes another event that says nothing.
      return action === 'edited' && (payload.maybe('changes')?.entries().length ?? 0) === 0
        ? undefined
        : named;
    case 'push':
      return eventOfPush(delivery);
    case 'check_run':
      return payload.text('check_run.status') === 'completed' ? named : undefined;
    case 'team':
      if (action === 'edited') return named;
      if (ignoredTeamActions.has(action)) return undefined;
      break;
    case 'issues':
      return eventOfIssue(payload);
    case 'sponsorship':
      if (sponsorshipActions.has(action)) return action;
      break;
    default:
      if (Object.hasOwn(words, named)) return named;
      if (ignored.has(named)) return undefined;
  }
  throw new UnsupportedEvent(`${named}:${action === '' ? '???' : action}`);
}

function topicOf(payload: Field, event: string): string {
  const name = payload.textIn('repository.name');
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

/** A comment that was edited and says the same. */
function isUnchanged(payload: Field, named: string): boolean {
  return (
    /^(?!discussion).*comment/.test(named) &&
    payload.textIn('action') === 'edited' &&
    payload.textIn('changes.body.from') === payload.textIn('comment.body')
  );
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  events: Object.keys(words),
  signature: digestIn('X-Hub-Signature-256', { prefix: 'sha256=' }),
  inAddress: [
    branchesOption,
    {
      key: 'ignore_private_repositories',
      label: 'Whether to say nothing of private repositories (true or false)',
    },
  ],
  read(delivery) {
    const { payload, topic, query } = delivery;
    const named = eventHeader(delivery, 'X-GitHub-Event');
    if (query.get('ignore_private_repositories') === 'true' && payload.flag('repository.private'))
      return undefined;
    if (isUnchanged(payload, named)) return undefined;
    const event = eventOf(delivery, named);
    const say = event === undefined ? undefined : words[event];
    if (event === undefined || !say) return undefined;
    return { event, topic: topicOf(payload, event), content: say({ payload, topic }) };
  },
};
