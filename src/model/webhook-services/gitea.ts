// Gitea and its fork Forgejo, with the same events under two names.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  deletionText,
  itemText,
  NO_COMMIT,
  nameOfRef,
  newBranchText,
  pushText,
  tagText,
  topicOfBranch,
  topicOfItem,
} from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { code, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { MissingEventHeaderError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  branchesOption,
  includesBranch,
  type WebhookDelivery,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature, eitherOf } from '../incoming-webhooks/webhook-signatures.ts';

interface GiteaEvent {
  readonly payload: PayloadField;
  readonly topic: string | undefined;
}
type Formatter = (event: GiteaEvent) => Omit<WebhookMessage, 'event'>;

const actorName = (payload: PayloadField) =>
  payload.firstOf('sender.login', 'sender.username', 'pusher.login', 'pusher.username');
const repository = (payload: PayloadField) => payload.text('repository.name');

const push: Formatter = ({ payload }) => {
  const ref = payload.text('ref');
  const name = nameOfRef(ref);
  if (ref.startsWith('refs/tags/')) {
    const isGone = payload.optionalText('after') === NO_COMMIT;
    const content = isGone
      ? deletionText(actorName(payload), 'tag', name)
      : tagText(actorName(payload), name, payload.optionalText('compare_url'));
    return { topic: repository(payload), content };
  }
  const commits = payload.optionalList('commits').map((commit) => ({
    author: commit.firstOf('author.username', 'author.name'),
    id: commit.text('id'),
    url: commit.text('url'),
    message: commit.text('message'),
  }));
  const total = payload.has('total_commits') ? payload.number('total_commits') : commits.length;
  const url = payload.firstOf('compare_url', 'repository.html_url');
  const topic = topicOfBranch(repository(payload), name);
  return { topic, content: pushText({ pusher: actorName(payload), branch: name, commits, total, url }) };
};

const formatCreated: Formatter = ({ payload }) => {
  const name = nameOfRef(payload.text('ref'));
  const page = payload.text('repository.html_url');
  if (payload.optionalText('ref_type') === 'tag') {
    return {
      topic: repository(payload),
      content: tagText(actorName(payload), name, `${page}/src/tag/${name}`),
    };
  }
  const content = newBranchText(actorName(payload), name, `${page}/src/branch/${name}`);
  return { topic: topicOfBranch(repository(payload), name), content };
};

const formatDeleted: Formatter = ({ payload }) => {
  const name = nameOfRef(payload.text('ref'));
  const kind = payload.optionalText('ref_type') || 'branch';
  const topic = kind === 'tag' ? repository(payload) : topicOfBranch(repository(payload), name);
  return { topic, content: deletionText(actorName(payload), plainLine(kind), name) };
};

/** The wording of actions that are not plain words, such as `synchronized` and `label_updated`. */
const verbs = lookupTable<string>({
  synchronized: 'pushed to',
  label_updated: 'changed the labels of',
  label_cleared: 'removed the labels of',
  review_requested: 'requested a review of',
  review_request_removed: 'no longer requests a review of',
  milestoned: 'set the milestone of',
  demilestoned: 'removed the milestone of',
});
const verbFor = (action: string) => verbs[action] ?? plainLine(action.replaceAll('_', ' '));

function itemOf(kind: string, item: PayloadField, page: string) {
  const number = item.text('number');
  const url = item.optionalText('html_url') || `${page}/${kind === 'PR' ? 'pulls' : 'issues'}/${number}`;
  return { kind, number, title: item.text('title'), url };
}

function assigneeText(item: PayloadField, action: string): string {
  const name = plainLine(item.firstOf('assignee.login', 'assignee.username'));
  if (name === '') return '';
  if (action === 'assigned') return ` to ${name}`;
  return action === 'opened' ? ` (assigned to ${name})` : '';
}

const pullRequest: Formatter = ({ payload, topic }) => {
  const pull = payload.at('pull_request');
  const action = payload.text('action');
  const item = itemOf('PR', pull, payload.text('repository.html_url'));
  const isMerged = action === 'closed' && pull.boolean('merged');
  const branches = ['opened', 'closed', 'reopened', 'assigned'].includes(action)
    ? ` from ${code(pull.firstOf('head.ref', 'head_branch'))} to ${code(pull.firstOf('base.ref', 'base_branch'))}`
    : '';
  const sentence =
    itemText(actorName(payload), isMerged ? 'merged' : verbFor(action), item, topic) +
    assigneeText(pull, action) +
    branches;
  return {
    // The reference server uses the id that Gitea counts over all repositories.
    topic: topicOfItem(repository(payload), 'PR', pull.text('id'), item.title),
    content: withQuote(sentence, action === 'opened' ? pull.optionalText('body') : ''),
  };
};

const formatReview =
  (verb: string): Formatter =>
  ({ payload, topic }) => {
    const pull = payload.at('pull_request');
    const item = itemOf('PR', pull, payload.text('repository.html_url'));
    return {
      topic: topicOfItem(repository(payload), 'PR', pull.text('id'), item.title),
      content: withQuote(
        itemText(actorName(payload), verb, item, topic),
        payload.optionalText('review.content'),
      ),
    };
  };

const issueTopic = (payload: PayloadField) =>
  topicOfItem(repository(payload), 'issue', payload.text('issue.number'), payload.text('issue.title'));

const issues: Formatter = ({ payload, topic }) => {
  const issue = payload.at('issue');
  const action = payload.text('action');
  const item = itemOf('issue', issue, payload.text('repository.html_url'));
  const hasBody = action === 'opened' || action === 'edited';
  const sentence = itemText(actorName(payload), verbFor(action), item, topic) + assigneeText(issue, action);
  return {
    topic: issueTopic(payload),
    content: withQuote(sentence, hasBody ? issue.optionalText('body') : ''),
  };
};

const formatComment: Formatter = ({ payload, topic }) => {
  const action = payload.text('action');
  const url = payload.text('comment.html_url');
  const verb =
    action === 'created'
      ? `${link('commented', url)} on`
      : `${plainLine(action)} a ${link('comment', url)} on`;
  // Pull requests are issues there, too. The topic is that of an issue, as in the reference server.
  const kind = payload.optional('is_pull')?.value === true ? 'PR' : 'issue';
  const item = itemOf(kind, payload.at('issue'), payload.text('repository.html_url'));
  const content = withQuote(
    itemText(actorName(payload), verb, item, topic),
    payload.optionalText('comment.body'),
  );
  return { topic: issueTopic(payload), content };
};

const release: Formatter = ({ payload }) => {
  const release = payload.at('release');
  const tag = release.text('tag_name');
  const title = release.optionalText('name') || tag;
  const url = release.firstOf('html_url') || payload.text('repository.html_url');
  return {
    topic: `${repository(payload)} / ${tag} ${release.optionalText('name')}`,
    content: `${plainLine(actorName(payload) || release.optionalText('author.username'))} ${plainLine(payload.text('action'))} the release ${link(title, url)} for the tag ${code(tag)}.`,
  };
};

const formatFork: Formatter = ({ payload }) => ({
  topic: payload.optionalText('forkee.name') || repository(payload),
  content: `${plainLine(actorName(payload))} forked the repository as ${link(payload.text('repository.full_name'), payload.text('repository.html_url'))}.`,
});

const repositoryChanged: Formatter = ({ payload }) => ({
  topic: repository(payload),
  content: `${plainLine(actorName(payload))} ${plainLine(payload.text('action'))} the repository ${link(payload.text('repository.full_name'), payload.text('repository.html_url'))}.`,
});

const wiki: Formatter = ({ payload }) => ({
  topic: topicOfBranch(repository(payload), 'wiki pages'),
  content: `${plainLine(actorName(payload))} ${plainLine(payload.text('action'))} the wiki page ${link(payload.text('page'), `${payload.text('repository.html_url')}/wiki/${payload.text('page')}`)}.`,
});

const formatters = lookupTable<Formatter>({
  push,
  create: formatCreated,
  delete: formatDeleted,
  fork: formatFork,
  issues,
  issue_assign: issues,
  issue_label: issues,
  issue_milestone: issues,
  issue_comment: formatComment,
  pull_request: pullRequest,
  pull_request_assign: pullRequest,
  pull_request_label: pullRequest,
  pull_request_milestone: pullRequest,
  pull_request_sync: pullRequest,
  pull_request_review_request: pullRequest,
  pull_request_comment: formatComment,
  pull_request_approved: formatReview('approved'),
  pull_request_rejected: formatReview('requested changes to'),
  pull_request_review_approved: formatReview('approved'),
  pull_request_review_rejected: formatReview('requested changes to'),
  pull_request_review_comment: formatReview('reviewed'),
  release,
  repository: repositoryChanged,
  wiki,
});

function eventOf({ headers }: WebhookDelivery, names: readonly string[]): string {
  const event = names.map((name) => headers.get(name.toLowerCase())).find((value) => value);
  if (!event) throw new MissingEventHeaderError(names[0] ?? '');
  return event;
}

const hex = (header: string) => digestSignature(header);

function giteaService(name: string, displayName: string, eventHeaders: readonly string[]): WebhookService {
  return {
    name,
    displayName,
    events: Object.keys(formatters),
    signature: eitherOf(
      hex(`X-${displayName}-Signature`),
      hex('X-Gitea-Signature'),
      digestSignature('X-Hub-Signature-256', { prefix: 'sha256=' }),
    ),
    urlOptions: [branchesOption],
    read(delivery) {
      const event = eventOf(delivery, eventHeaders);
      const formatter = formatters[event];
      if (!formatter) throw new UnsupportedEventError(event);
      const { payload, topic } = delivery;
      if (event === 'push' && !includesBranch(delivery, nameOfRef(payload.text('ref')))) return undefined;
      return { event, ...formatter({ payload, topic }) };
    },
  };
}

export const gitea = giteaService('gitea', 'Gitea', ['X-Gitea-Event']);
export const forgejo = giteaService('forgejo', 'Forgejo', ['X-Forgejo-Event', 'X-Gitea-Event']);
/** Gogs, from which Gitea was forked; it has the fewest events. */
export const gogs: WebhookService = giteaService('gogs', 'Gogs', ['X-Gogs-Event']);
