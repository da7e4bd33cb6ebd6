// Formats GitHub's events. Those about issues, pull requests and comments are in `github-item-formatters.ts`.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  commitLink,
  deletionText,
  itemText,
  nameOfRef,
  pushText,
  tagText,
} from '../incoming-webhooks/git-text.ts';
import {
  bold,
  code,
  codeBlock,
  link,
  plainLine,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import {
  actorLink,
  actorName,
  assigned,
  commentFormatter,
  formatLabeled,
  formatMilestoned,
  type GithubEvent,
  type GithubFormatter,
  issues,
  itemOf,
  pullRequestFormatter,
  repository,
  review,
  reviewComment,
  reviewRequested,
} from './github-item-formatters.ts';

function push({ payload }: GithubEvent): string {
  const branch = nameOfRef(payload.text('ref'));
  if (payload.boolean('deleted'))
    return deletionText(actorName(payload), 'branch', branch, payload.optionalText('compare'));
  const commits = payload.list('commits').map((commit) => ({
    author: commit.firstOf('author.username', 'author.name'),
    id: commit.text('id'),
    url: commit.text('url'),
    message: commit.text('message'),
  }));
  const url = payload.optionalText('compare');
  return pushText({ pusher: actorName(payload), branch, commits, url, isForced: payload.boolean('forced') });
}

function pushTags({ payload }: GithubEvent): string {
  const tag = nameOfRef(payload.text('ref'));
  return payload.boolean('deleted')
    ? deletionText(actorName(payload), 'tag', tag)
    : tagText(actorName(payload), tag, payload.optionalText('compare'));
}

function checkRun({ payload }: GithubEvent): string {
  const run = payload.at('check_run');
  const id = run.text('head_sha');
  const commit = commitLink({ id, url: `${payload.text('repository.html_url')}/commit/${id}` });
  return `Check ${link(run.text('name'), run.text('html_url'))} of ${commit}: ${bold(run.firstOf('conclusion', 'status'))}.`;
}

function status({ payload }: GithubEvent): string {
  const id = payload.text('sha');
  const commit = commitLink({ id, url: payload.text('commit.html_url') });
  const state = link(payload.text('state'), payload.optionalText('target_url'));
  const context = payload.optionalText('context');
  return `${commit} is now ${state}${context === '' ? '' : ` (${plainLine(context)})`}.`;
}

function release({ payload }: GithubEvent): string {
  const release = payload.at('release');
  const name = link(release.firstOf('name', 'tag_name'), release.text('html_url'));
  return `${plainLine(actorName(payload))} ${plainLine(payload.text('action'))} the release ${name} for the tag ${code(release.text('tag_name'))}.`;
}

function team({ payload }: GithubEvent): string {
  const name = payload.text('team.name');
  const changes = payload.at('changes');
  if (changes.has('description'))
    return withQuote(
      `${plainLine(actorName(payload))} changed the description of the team`,
      payload.optionalText('team.description'),
    );
  if (changes.has('name'))
    return `The team ${code(changes.optionalText('name.from'))} is now called ${code(name)}.`;
  if (changes.has('privacy'))
    return `The visibility of the team is now ${code(payload.optionalText('team.privacy'))}.`;
  return `The team was changed: ${changes
    .entries()
    .map(([field]) => code(field))
    .join(', ')}.`;
}

function pageBuild({ payload }: GithubEvent): string {
  const build = payload.at('build');
  const stateTexts = lookupTable<string>({
    built: 'is done',
    building: 'has begun',
    errored: 'has failed',
  });
  const state = build.optionalText('status');
  const result = `The build of GitHub Pages for ${plainLine(build.text('pusher.login'))} ${stateTexts[state] ?? `is ${plainLine(state)}`}`;
  const error = build.optionalText('error.message');
  return error === '' ? `${result}.` : `${result}:\n\n${codeBlock(error)}`;
}

const createdOrDeleted =
  (did: string): GithubFormatter =>
  ({ payload }) =>
    `${plainLine(actorName(payload))} ${did} the ${plainLine(payload.text('ref_type'))} ${code(payload.optionalText('ref')) || code(payload.optionalText('repository.name'))}.`;

function discussion({ payload, topic }: GithubEvent): string {
  const discussion = itemOf('discussion', payload.at('discussion'));
  const action = payload.optionalText('action') || 'created';
  const sentence = `${itemText(actorName(payload), plainLine(action), discussion, topic)} in ${plainLine(payload.text('discussion.category.name'))}`;
  return withQuote(sentence, action === 'created' ? payload.optionalText('discussion.body') : '');
}

function wiki({ payload }: GithubEvent): string {
  const pages = payload
    .list('pages')
    .map((page) => `* ${plainLine(page.text('action'))} ${link(page.text('title'), page.text('html_url'))}`);
  return [`${plainLine(actorName(payload))} changed the wiki:`, ...pages].join('\n');
}

function sponsorship({ payload }: GithubEvent): string {
  const tier = code(payload.optionalText('sponsorship.tier.name'));
  const name = plainLine(actorName(payload));
  const before = code(payload.optionalText('changes.tier.from.name'));
  const on = payload.optionalText('effective_date').slice(0, 10);
  switch (payload.text('action')) {
    case 'created':
      return `${name} sponsors with ${tier}.`;
    case 'cancelled':
      return `${name} no longer sponsors with ${tier}.`;
    case 'edited':
      return `${name} changed who sees the sponsorship from ${code(payload.optionalText('changes.privacy_level.from'))} to ${code(payload.optionalText('sponsorship.privacy_level'))}.`;
    case 'pending_cancellation':
      return `${name} will no longer sponsor with ${tier} from ${plainLine(on)} on.`;
    case 'pending_tier_change':
      return `${name} will sponsor with ${tier} in place of ${before} from ${plainLine(on)} on.`;
    default:
      return `${name} sponsors with ${tier} in place of ${before}.`;
  }
}

/** Formatters by the name of the event. */
export const githubFormatters = lookupTable<GithubFormatter>({
  commit_comment: ({ payload }) => {
    const url = payload.text('comment.html_url');
    const commit = commitLink({ id: payload.text('comment.commit_id'), url: url.split('#', 1)[0] ?? url });
    return withQuote(
      `${plainLine(actorName(payload))} ${link('commented', url)} on ${commit}`,
      payload.optionalText('comment.body'),
    );
  },
  closed_pull_request: pullRequestFormatter((payload) =>
    payload.boolean('pull_request.merged') ? 'merged' : 'closed without merging',
  ),
  create: createdOrDeleted('created'),
  check_run: checkRun,
  delete: createdOrDeleted('deleted'),
  deployment: ({ payload }) =>
    `${plainLine(actorName(payload))} began a deployment to ${code(payload.optionalText('deployment.environment'))}.`,
  deployment_status: ({ payload }) =>
    `The deployment to ${code(payload.optionalText('deployment.environment'))} is now ${link(payload.text('deployment_status.state'), payload.optionalText('deployment_status.target_url'))}.`,
  discussion,
  discussion_comment: commentFormatter('discussion', 'discussion'),
  fork: ({ payload }) =>
    `${plainLine(actorName(payload))} forked the repository as ${link(payload.firstOf('forkee.full_name', 'forkee.name'), payload.text('forkee.html_url'))}.`,
  gollum: wiki,
  issue_comment: commentFormatter('', 'issue'),
  issue_labeled_or_unlabeled: formatLabeled,
  issue_milestoned_or_demilestoned: formatMilestoned,
  issues_opened_via_transfer: ({ payload, topic }) =>
    `${itemText(actorName(payload), 'moved here', itemOf('issue', payload.at('issue')), topic)} from ${link(`${payload.text('changes.old_repository.full_name')}#${payload.text('changes.old_issue.number')}`, payload.text('changes.old_issue.html_url'))}.`,
  issues_transferred: ({ payload, topic }) =>
    `${itemText(actorName(payload), 'moved', itemOf('issue', payload.at('issue')), topic)} to ${link(`${payload.text('changes.new_repository.full_name')}#${payload.text('changes.new_issue.number')}`, payload.text('changes.new_issue.html_url'))}.`,
  issues,
  member: (event) => {
    const { payload } = event;
    const member = link(payload.text('member.login'), payload.text('member.html_url'));
    return `${plainLine(actorName(payload))} ${plainLine(payload.text('action'))} ${member} as a collaborator of ${repository(event)}.`;
  },
  membership: ({ payload }) => {
    const member = link(payload.text('member.login'), payload.text('member.html_url'));
    const [did, where] = payload.text('action') === 'removed' ? ['removed', 'from'] : ['added', 'to'];
    return `${plainLine(actorName(payload))} ${did} ${member} ${where} the team ${code(payload.text('team.name'))}.`;
  },
  opened_pull_request: pullRequestFormatter((payload) => plainLine(payload.text('action')), true),
  updated_pull_request: pullRequestFormatter((payload) =>
    payload.text('action') === 'synchronize' ? 'pushed to' : 'edited',
  ),
  assigned_or_unassigned_pull_request: assigned,
  page_build: pageBuild,
  ping: ({ payload }) =>
    `GitHub webhook has been successfully configured by ${plainLine(actorName(payload))}.`,
  public: (event) =>
    `${plainLine(actorName(event.payload))} made the repository ${repository(event)} public.`,
  pull_request_ready_for_review: pullRequestFormatter(() => 'marked as ready for review'),
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  pull_request_review_requested: reviewRequested,
  pull_request_auto_merge: pullRequestFormatter((payload) =>
    payload.text('action') === 'auto_merge_enabled'
      ? 'turned on auto-merge for'
      : 'turned off auto-merge for',
  ),
  locked_or_unlocked_pull_request: pullRequestFormatter((payload) => {
    const reason = payload.optionalText('pull_request.active_lock_reason');
    if (payload.text('action') === 'unlocked') return 'unlocked';
    return reason === '' ? 'locked' : `locked as ${plainLine(reason)}`;
  }),
  push_commits: push,
  push_tags: pushTags,
  release,
  repository: (event) =>
    `${plainLine(actorName(event.payload))} ${plainLine(event.payload.text('action'))} the repository ${repository(event)}.`,
  star: (event) =>
    `${actorLink(event.payload)} ${event.payload.text('action') === 'created' ? 'starred' : 'unstarred'} the repository ${repository(event)}.`,
  status,
  team,
  team_add: (event) =>
    `The repository ${repository(event)} was added to the team ${code(event.payload.text('team.name'))}.`,
  watch: (event) => `${plainLine(actorName(event.payload))} starred the repository ${repository(event)}.`,
  cancelled: sponsorship,
  created: sponsorship,
  edited: sponsorship,
  pending_cancellation: sponsorship,
  pending_tier_change: sponsorship,
  tier_changed: sponsorship,
});
