// Formats GitHub's events about issues, pull requests, and comments on them.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { itemLink, itemText } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { code, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';

/** An event, and the topic that the URL requests. */
export interface GithubEvent {
  readonly payload: PayloadField;
  readonly topic: string | undefined;
}
export type GithubFormatter = (event: GithubEvent) => string;

export const actorName = (payload: PayloadField) => payload.text('sender.login');
/** The actor, with a link to their page. */
export const actorLink = (payload: PayloadField) =>
  link(actorName(payload), payload.optionalText('sender.html_url'));
export const repository = ({ payload }: GithubEvent) =>
  link(payload.text('repository.full_name'), payload.text('repository.html_url'));

export const itemOf = (kind: string, item: PayloadField) => ({
  kind,
  number: item.text('number'),
  title: item.text('title'),
  url: item.text('html_url'),
});

/** A comment on an issue may be on a pull request, because pull requests are issues there. */
export const kindOfIssue = (payload: PayloadField) => (payload.has('issue.pull_request') ? 'PR' : 'issue');

export function commentFormatter(kind: string, path: string): GithubFormatter {
  return ({ payload, topic }) => {
    const action = payload.text('action');
    const url = payload.text('comment.html_url');
    const verb =
      action === 'created'
        ? `${link('commented', url)} on`
        : `${plainLine(action)} a ${link('comment', url)} on`;
    const item = itemOf(kind === '' ? kindOfIssue(payload) : kind, payload.at(path));
    return withQuote(itemText(actorName(payload), verb, item, topic), payload.optionalText('comment.body'));
  };
}

export const pullRequestFormatter =
  (sentenceOf: (payload: PayloadField) => string, hasBody = false): GithubFormatter =>
  ({ payload, topic }) => {
    const pull = payload.at('pull_request');
    const sentence = itemText(actorName(payload), sentenceOf(payload), itemOf('PR', pull), topic);
    const branches =
      payload.text('action') === 'opened'
        ? ` from ${code(pull.optionalText('head.label'))} to ${code(pull.optionalText('base.label'))}`
        : '';
    return withQuote(sentence + branches, hasBody ? pull.optionalText('body') : '');
  };

export const issues: GithubFormatter = ({ payload, topic }) => {
  const action = payload.text('action');
  const issue = payload.at('issue');
  const assignee = payload.optionalText('assignee.login');
  const verb =
    action === 'assigned'
      ? `assigned ${plainLine(assignee)} to`
      : action === 'unassigned'
        ? `unassigned ${plainLine(assignee)} from`
        : plainLine(action);
  const body = action === 'opened' || action === 'edited' ? issue.optionalText('body') : '';
  return withQuote(itemText(actorName(payload), verb, itemOf('issue', issue), topic), body);
};

export const formatLabeled: GithubFormatter = ({ payload, topic }) => {
  const verb = payload.text('action') === 'labeled' ? 'added the label' : 'removed the label';
  const preposition = payload.text('action') === 'labeled' ? 'to' : 'from';
  const label = code(payload.optionalText('label.name'));
  return `${actorLink(payload)} ${verb} ${label} ${preposition} ${itemLink(itemOf('issue', payload.at('issue')), topic)}.`;
};

export const formatMilestoned: GithubFormatter = ({ payload, topic }) => {
  const isAdded = payload.text('action') === 'milestoned';
  const milestone = link(payload.text('milestone.title'), payload.text('milestone.html_url'));
  const verb = isAdded ? `added the milestone ${milestone} to` : `removed the milestone ${milestone} from`;
  return `${actorLink(payload)} ${verb} ${itemLink(itemOf('issue', payload.at('issue')), topic)}.`;
};

export function review({ payload, topic }: GithubEvent): string {
  const states = lookupTable<string>({
    approved: 'approved',
    changes_requested: 'requested changes to',
    dismissed: 'had a review dismissed of',
  });
  const verb = states[payload.optionalText('review.state').toLowerCase()] ?? 'reviewed';
  const pull = { ...itemOf('PR', payload.at('pull_request')), url: payload.text('review.html_url') };
  return withQuote(itemText(actorName(payload), verb, pull, topic), payload.optionalText('review.body'));
}

export function reviewComment({ payload, topic }: GithubEvent): string {
  const action = payload.text('action');
  const verb = `${action === 'created' ? 'made' : plainLine(action)} a ${link('review comment', payload.text('comment.html_url'))} on`;
  const body = action === 'deleted' ? '' : payload.optionalText('comment.body');
  return withQuote(itemText(actorName(payload), verb, itemOf('PR', payload.at('pull_request')), topic), body);
}

export const reviewRequested = pullRequestFormatter((payload) => {
  const reviewer = payload.optional('requested_reviewer') ?? payload.at('requested_team');
  const name = link(reviewer.firstOf('login', 'name'), reviewer.text('html_url'));
  return `requested a review by ${name} of`;
});

export const assigned = pullRequestFormatter((payload) => {
  const name = plainLine(payload.optionalText('assignee.login'));
  return payload.text('action') === 'assigned' ? `assigned ${name} to` : `unassigned ${name} from`;
});
