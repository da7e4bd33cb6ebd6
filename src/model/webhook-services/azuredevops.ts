// Azure DevOps: pushes, pull requests, work items and completed builds.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { itemText, nameOfRef, pushText, topicOfBranch, topicOfItem } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, factList, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  branchesOption,
  includesBranch,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';

type Formatter = (payload: PayloadField, topic: string | undefined) => Omit<WebhookMessage, 'event'>;

const push: Formatter = (payload) => {
  const resource = payload.at('resource');
  const update = resource.at('refUpdates.0');
  const branch = nameOfRef(update.text('name'));
  const page = resource.text('repository.remoteUrl');
  const commits = resource.optionalList('commits').map((commit) => ({
    author: commit.optionalText('author.name'),
    id: commit.text('commitId'),
    url: `${page}/commit/${commit.text('commitId')}`,
    message: commit.optionalText('comment'),
  }));
  const range = `baseVersion=GC${update.optionalText('oldObjectId')}&targetVersion=GC${update.optionalText('newObjectId')}`;
  const url = `${page}/branchCompare?${range}&_a=files`;
  const content = pushText({ pusher: resource.text('pushedBy.displayName'), branch, commits, url });
  return { topic: topicOfBranch(resource.text('repository.name'), branch), content };
};

const pullRequest =
  (did: string, details: 'all' | 'branches' | 'none'): Formatter =>
  (payload, topic) => {
    const pull = payload.at('resource');
    const url = pull.firstOf('_links.web.href', 'url');
    const item = { kind: 'PR', number: pull.text('pullRequestId'), title: pull.text('title'), url };
    const branches =
      details === 'none'
        ? ''
        : ` from ${code(nameOfRef(pull.text('sourceRefName')))} to ${code(nameOfRef(pull.text('targetRefName')))}`;
    const home = did === 'updated' ? pull.optionalText('repository.webUrl') : '';
    const repository = home === '' ? '' : ` in ${link(pull.text('repository.name'), home)}`;
    const sentence = itemText(pull.text('createdBy.displayName'), did, item, topic) + repository;
    return {
      topic: topicOfItem(pull.text('repository.name'), 'PR', item.number, item.title),
      content: withQuote(sentence + branches, details === 'all' ? pull.optionalText('description') : ''),
    };
  };

const formatComment: Formatter = (payload, topic) => {
  const pull = payload.at('resource.pullRequest');
  const url = pull.firstOf('_links.web.href', 'url');
  const item = { kind: 'PR', number: pull.text('pullRequestId'), title: pull.text('title'), url };
  const comment = payload.at('resource.comment');
  return {
    topic: topicOfItem(pull.text('repository.name'), 'PR', item.number, item.title),
    content: withQuote(
      itemText(comment.text('author.displayName'), 'commented on', item, topic),
      comment.optionalText('content'),
    ),
  };
};

function valueIn(fields: PayloadField | undefined, name: string): string {
  const found = fields?.entries().find(([field]) => field === name)?.[1];
  if (!found || found.value === null) return '';
  if (found.isObject) return found.firstOf('displayName', 'newValue.displayName', 'newValue');
  return found.asText();
}

/** Returns `Mel` for `Mel <mel@x.example>`. */
function withoutAddress(person: string): string {
  const at = person.indexOf(' <');
  return at >= 0 && person.endsWith('>') ? person.slice(0, at) : person;
}

const workItem =
  (did: string): Formatter =>
  (payload) => {
    const resource = payload.at('resource');
    const revision = resource.optional('revision') ?? resource;
    const fields = revision.optional('fields');
    const id = resource.optionalText('workItemId') || resource.text('id');
    const title = valueIn(fields, 'System.Title');
    const kind = valueIn(fields, 'System.WorkItemType') || 'Work item';
    const by = withoutAddress(valueIn(fields, 'System.ChangedBy')) || 'Someone';
    const url = revision.firstOf('_links.html.href', 'url') || resource.optionalText('url');
    const details = factList([
      ['State', plainLine(valueIn(fields, 'System.State'))],
      ['Assigned to', plainLine(withoutAddress(valueIn(fields, 'System.AssignedTo')))],
    ]);
    return {
      topic: `${valueIn(fields, 'System.TeamProject') || 'Work items'} / ${kind} #${id} ${title}`,
      content: `${plainLine(by)} ${did} ${link(`${kind} #${id} ${title}`, url)}.\n${details}`.trim(),
    };
  };

const build: Formatter = (payload) => {
  const resource = payload.at('resource');
  const name = resource.firstOf('definition.name', 'buildNumber');
  const url = resource.firstOf('_links.web.href', 'url');
  const result = resource.firstOf('result', 'status');
  return {
    topic: name,
    content: `Build ${link(`${name} ${resource.optionalText('buildNumber')}`, url)}: ${bold(result)}.`,
  };
};

const formatters = lookupTable<Formatter>({
  'git.push': push,
  'git.pullrequest.created': pullRequest('created', 'all'),
  'git.pullrequest.merged': pullRequest('merged', 'branches'),
  'git.pullrequest.updated': pullRequest('updated', 'none'),
  'ms.vss-code.git-pullrequest-comment-event': formatComment,
  'workitem.created': workItem('created'),
  'workitem.updated': workItem('updated'),
  'workitem.commented': workItem('commented on'),
  'workitem.deleted': workItem('deleted'),
  'workitem.restored': workItem('restored'),
  'build.complete': build,
});

export const azuredevops: WebhookService = {
  name: 'azuredevops',
  displayName: 'Azure DevOps',
  clientName: 'AzureDevOps',
  events: Object.keys(formatters),
  urlOptions: [branchesOption],
  read(delivery) {
    const { payload, topic } = delivery;
    const event = payload.text('eventType');
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    if (
      event === 'git.push' &&
      !includesBranch(delivery, nameOfRef(payload.text('resource.refUpdates.0.name')))
    )
      return undefined;
    // A merge that was only attempted, to check whether it is possible.
    const isAttempted =
      payload.optionalText('resource.status') !== 'completed' ||
      payload.optionalText('resource.mergeStatus') !== 'succeeded';
    if (event === 'git.pullrequest.merged' && isAttempted) return undefined;
    return { event, ...formatter(payload, topic) };
  },
};
