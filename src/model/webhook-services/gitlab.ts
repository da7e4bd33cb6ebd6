// GitLab. Events are named by the header and the action in the payload, as in the reference server.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  commitLink,
  deletionText,
  itemText,
  NO_COMMIT,
  nameOfRef,
  pushText,
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
  nonBlankLines,
  plainLine,
  truncate,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  branchesOption,
  eventHeader,
  includesBranch,
  type WebhookDelivery,
  type WebhookOption,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { tokenSignature } from '../incoming-webhooks/webhook-signatures.ts';

type Formatter = (payload: PayloadField, topic: string | undefined) => string;

const actorName = (payload: PayloadField) => payload.firstOf('user.name', 'user_name', 'user.username');
const project = (payload: PayloadField) => payload.firstOf('project.name', 'repository.name', 'project_name');
/** A text without HTML comments. */
const visible = (text: string) =>
  truncate(text, 10_000)
    .replace(/<!--[\s\S]*?-->/g, '')
    .trim();

function itemOf(kind: string, item: PayloadField, url: string, number = 'iid') {
  return { kind, number: item.text(number), title: item.text('title'), url };
}

function assignees(payload: PayloadField): string {
  const all = payload
    .optionalList('assignees')
    .map((assignee) => plainLine(assignee.firstOf('name', 'username')));
  const only = payload.optionalText('assignee.name');
  const names = all.length > 0 ? all : only === '' ? [] : [plainLine(only)];
  return names.length === 0 ? '' : ` (assigned to ${joinedList(names)})`;
}

const itemFormatter =
  (kind: string, did: string, details: 'all' | 'branches' | 'none'): Formatter =>
  (payload, topic) => {
    const attributes = payload.at('object_attributes');
    const sentence = itemText(
      actorName(payload),
      did,
      itemOf(kind, attributes, attributes.text('url')),
      topic,
    );
    if (details === 'none') return `${sentence}.`;
    const branches =
      kind === 'MR'
        ? ` from ${code(attributes.text('source_branch'))} to ${code(attributes.text('target_branch'))}`
        : '';
    if (details === 'branches') return `${sentence}${branches}.`;
    return withQuote(
      sentence + assignees(payload) + branches,
      visible(attributes.optionalText('description')),
    );
  };

const updatedMergeRequest: Formatter = (payload, topic) =>
  payload.has('object_attributes.oldrev')
    ? itemFormatter('MR', 'pushed to', 'none')(payload, topic)
    : itemFormatter('MR', 'updated', 'all')(payload, topic);

const commentedOn =
  (kind: string, path: string, page: string, number = 'iid'): Formatter =>
  (payload, topic) => {
    const item = payload.at(path);
    const url = `${payload.text('project.web_url')}/${page}/${item.text(number)}`;
    const verb = `${link('commented', payload.text('object_attributes.url'))} on`;
    const sentence = itemText(actorName(payload), verb, itemOf(kind, item, url, number), topic);
    return withQuote(sentence, payload.text('object_attributes.note'));
  };

const commentedCommit: Formatter = (payload) => {
  const commit = commitLink({ id: payload.text('commit.id'), url: payload.text('commit.url') });
  const sentence = `${plainLine(actorName(payload))} ${link('commented', payload.text('object_attributes.url'))} on ${commit}`;
  return withQuote(sentence, payload.text('object_attributes.note'));
};

const push: Formatter = (payload) => {
  const branch = nameOfRef(payload.text('ref'));
  if (payload.optionalText('after') === NO_COMMIT) return deletionText(actorName(payload), 'branch', branch);
  const commits = payload.list('commits').map((commit) => ({
    author: commit.optionalText('author.name'),
    id: commit.text('id'),
    url: commit.text('url'),
    message: commit.text('message'),
  }));
  const url = `${payload.text('project.web_url')}/-/compare/${payload.text('before')}...${payload.text('after')}`;
  const total = payload.has('total_commits_count') ? payload.number('total_commits_count') : commits.length;
  return pushText({ pusher: actorName(payload), branch, commits, total, url });
};

const tagPush: Formatter = (payload) => {
  const tag = nameOfRef(payload.text('ref'));
  if (!payload.has('checkout_sha')) return deletionText(actorName(payload), 'tag', tag);
  return tagText(actorName(payload), tag, `${payload.optionalText('project.web_url')}/-/tags/${tag}`);
};

const wikiPage =
  (did: string): Formatter =>
  (payload) =>
    `${plainLine(actorName(payload))} ${did} the wiki page ${link(payload.text('object_attributes.title'), payload.text('object_attributes.url'))}.`;

function stateText(state: string): string {
  if (state === 'created' || state === 'pending') return 'was created';
  return state === 'running' ? 'has begun' : `is now ${bold(state)}`;
}

const job: Formatter = (payload) => {
  const name = code(payload.optionalText('build_name'));
  const id = payload.optionalText('build_id');
  const page = payload.firstOf('repository.homepage', 'project.web_url');
  const jobName =
    id === '' || page === '' ? name : link(payload.optionalText('build_name'), `${page}/-/jobs/${id}`);
  return `The job ${jobName} of the stage ${code(payload.optionalText('build_stage'))} ${stateText(payload.text('build_status'))}.`;
};

/** A job of a pipeline, with its artifacts. */
function jobLines(build: PayloadField, home: string): string[] {
  const page = home === '' || !build.has('id') ? '' : `${home}/-/jobs/${build.text('id')}`;
  const name = page === '' ? code(build.text('name')) : link(build.text('name'), page);
  const file = build.optionalText('artifacts_file.filename');
  const artifacts = `${link('browse', `${page}/artifacts/browse`)}, ${link('download', `${page}/artifacts/download`)}`;
  return [
    `* ${name}: ${plainLine(build.text('status'))}`,
    ...(file === '' || page === '' ? [] : [`  * Built ${code(file)} (${artifacts})`]),
  ];
}

const pipeline: Formatter = (payload) => {
  const attributes = payload.at('object_attributes');
  const home = payload.optionalText('project.web_url');
  const url = `${home}/-/pipelines/${attributes.text('id')}`;
  const jobs = payload.optionalList('builds').flatMap((build) => jobLines(build, home));
  return nonBlankLines(
    `${link(`Pipeline (${attributes.text('id')})`, url)} ${stateText(attributes.text('status'))}.`,
    ...jobs,
  );
};

const release: Formatter = (payload) => {
  const verbs = lookupTable<string>({ create: 'published', update: 'updated', delete: 'deleted' });
  const action = payload.optionalText('action');
  const name = link(payload.firstOf('name', 'tag'), payload.text('url'));
  return withQuote(
    `The release ${name} for the tag ${code(payload.text('tag'))} was ${verbs[action] ?? plainLine(action)}`,
    payload.optionalText('description'),
  );
};

const deployment: Formatter = (payload) =>
  `${plainLine(actorName(payload))}: the deployment of ${link(payload.optionalText('short_sha'), payload.optionalText('commit_url'))} to ${code(payload.optionalText('environment'))} is ${link(payload.text('status'), payload.optionalText('deployable_url'))}.`;

const award =
  (did: string): Formatter =>
  (payload) =>
    `${plainLine(actorName(payload))} ${did} the emoji \`:${plainLine(payload.text('object_attributes.name'))}:\`: ${link(payload.text('object_attributes.awardable_type'), payload.optionalText('object_attributes.awarded_on_url'))}.`;

const member: Formatter = (payload) =>
  `${plainLine(actorName(payload))} ${payload.optionalText('event_name').includes('remove') ? 'is no longer in' : 'is now in'} the group ${code(payload.text('group_name'))}.`;

const issueFormatters = (kind: string): Readonly<Record<string, Formatter>> => ({
  open: itemFormatter(kind, 'opened', 'all'),
  close: itemFormatter(kind, 'closed', 'none'),
  reopen: itemFormatter(kind, 'reopened', 'none'),
  update: itemFormatter(kind, 'updated', 'none'),
});
const noteFormatters = lookupTable<Formatter>({
  Commit: commentedCommit,
  MergeRequest: commentedOn('MR', 'merge_request', '-/merge_requests'),
  Issue: commentedOn('issue', 'issue', '-/issues'),
  WorkItem: commentedOn('issue', 'issue', '-/issues'),
  Snippet: commentedOn('snippet', 'snippet', '-/snippets', 'id'),
});

const withHeader = (
  header: string,
  actions: Readonly<Record<string, Formatter>>,
): Record<string, Formatter> =>
  Object.fromEntries(
    Object.entries(actions).map(([action, formatter]) => [`${header} ${action}`, formatter]),
  );

const formatters = lookupTable<Formatter>({
  'Push Hook': push,
  'Tag Push Hook': tagPush,
  'Test Hook': (payload) =>
    `GitLab webhook has been successfully configured for ${plainLine(project(payload))}.`,
  ...withHeader('Issue Hook', issueFormatters('issue')),
  ...withHeader('Confidential Issue Hook', issueFormatters('issue')),
  ...withHeader('Work Item Hook', issueFormatters('issue')),
  ...withHeader('Confidential Work Item Hook', issueFormatters('issue')),
  ...withHeader('Note Hook', noteFormatters),
  ...withHeader('Confidential Note Hook', noteFormatters),
  ...withHeader('Merge Request Hook', {
    approved: itemFormatter('MR', 'approved', 'none'),
    unapproved: itemFormatter('MR', 'removed the approval of', 'none'),
    approval: itemFormatter('MR', 'approved', 'none'),
    unapproval: itemFormatter('MR', 'removed the approval of', 'none'),
    open: itemFormatter('MR', 'opened', 'all'),
    update: updatedMergeRequest,
    merge: itemFormatter('MR', 'merged', 'branches'),
    close: itemFormatter('MR', 'closed', 'none'),
    reopen: itemFormatter('MR', 'reopened', 'none'),
  }),
  ...withHeader('Wiki Page Hook', {
    create: wikiPage('created'),
    update: wikiPage('updated'),
    delete: wikiPage('deleted'),
  }),
  ...withHeader('Emoji Hook', { award: award('added'), revoke: award('removed') }),
  'Job Hook': job,
  'Build Hook': job,
  'Pipeline Hook': pipeline,
  'Release Hook': release,
  'Deployment Hook': deployment,
  'Member Hook': member,
});

const withAction = /^(?:Confidential )?(?:Issue|Work Item|Merge Request|Wiki Page) Hook$/;

/** The event; undefined for a push to a branch that the URL does not include. @throws `UnsupportedEventError` */
function eventOf(delivery: WebhookDelivery): string | undefined {
  const { payload } = delivery;
  const hook = eventHeader(delivery, 'X-Gitlab-Event');
  let event = hook;
  if (hook === 'System Hook') event = eventOfSystem(payload);
  else if (withAction.test(hook)) event = `${hook} ${payload.optionalText('object_attributes.action')}`;
  else if (/^(?:Confidential )?Note Hook$/.test(hook))
    event = `${hook} ${payload.optionalText('object_attributes.noteable_type')}`;
  else if (hook === 'Emoji Hook') event = `${hook} ${payload.optionalText('event_type')}`;
  if (event === 'Push Hook' && !includesBranch(delivery, nameOfRef(payload.text('ref')))) return undefined;
  if (Object.hasOwn(formatters, event)) return event;
  throw new UnsupportedEventError(event.trim());
}

/** System hooks, for administrators of a whole GitLab instance, name the event in the payload. */
function eventOfSystem(payload: PayloadField): string {
  const name = payload.firstOf('object_kind', 'event_name');
  const action = payload.optionalText('object_attributes.action');
  const hooks = lookupTable<string>({
    push: 'Push Hook',
    tag_push: 'Tag Push Hook',
    merge_request: `Merge Request Hook ${action}`,
    issue: `Issue Hook ${action}`,
    work_item: `Issue Hook ${action}`,
    note: `Note Hook ${payload.optionalText('object_attributes.noteable_type')}`,
    build: 'Job Hook',
    pipeline: 'Pipeline Hook',
    wiki_page: `Wiki Page Hook ${action}`,
  });
  return hooks[name] ?? `System Hook ${name}`;
}

function topicOf({ payload, query }: WebhookDelivery, event: string): string {
  const name = project(payload);
  const itemTopic = (kind: string, path: string, number = 'iid') => {
    const isUntitled = kind === 'MR' && query.get(withTitle.key) === 'false';
    const title = isUntitled ? '' : payload.text(`${path}.title`);
    return topicOfItem(name, kind, payload.text(`${path}.${number}`), title).trimEnd();
  };
  if (event === 'Push Hook') return topicOfBranch(name, nameOfRef(payload.text('ref')));
  if (event === 'Job Hook' || event === 'Build Hook') {
    return topicOfBranch(
      payload.firstOf('repository.name', 'project.name', 'project_name'),
      nameOfRef(payload.text('ref')),
    );
  }
  if (event === 'Pipeline Hook') return topicOfBranch(name, nameOfRef(payload.text('object_attributes.ref')));
  if (event.startsWith('Merge Request Hook')) return itemTopic('MR', 'object_attributes');
  if (/^(?:Confidential )?(?:Issue|Work Item) Hook/.test(event))
    return itemTopic('issue', 'object_attributes');
  if (/Note Hook (?:Issue|WorkItem)$/.test(event)) return itemTopic('issue', 'issue');
  if (event.endsWith('Note Hook MergeRequest')) return itemTopic('MR', 'merge_request');
  if (event.endsWith('Note Hook Snippet')) return itemTopic('snippet', 'snippet', 'id');
  return name === '' ? payload.optionalText('group_name') || 'GitLab' : name;
}

const withTitle: WebhookOption = {
  key: 'use_merge_request_title',
  label: 'Whether topics of merge requests have their title (true or false)',
};

/** The project, for messages whose topic does not name it. */
function projectLink(payload: PayloadField): string {
  const name = project(payload);
  if (name === '') return '';
  return `${link(name, payload.firstOf('project.web_url', 'repository.homepage'))}: `;
}

export const gitlab: WebhookService = {
  name: 'gitlab',
  displayName: 'GitLab',
  clientName: 'GitLab',
  events: Object.keys(formatters),
  signature: tokenSignature('X-Gitlab-Token'),
  urlOptions: [branchesOption, withTitle],
  read(delivery) {
    const { payload, topic } = delivery;
    const event = eventOf(delivery);
    const formatter = event === undefined ? undefined : formatters[event];
    if (event === undefined || !formatter) return undefined;
    const projectPrefix = topic === undefined ? '' : projectLink(payload);
    return { event, topic: topicOf(delivery, event), content: projectPrefix + formatter(payload, topic) };
  },
};
