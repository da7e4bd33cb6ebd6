// Topics and texts that all code hosting services share. The topics are those of the reference server, so that
// conversations continue after a migration.

import { code, countedNoun, joinedList, link, plainLine } from './untrusted-markdown.ts';

const SHOWN_COMMITS = 20;
const NAMED_AUTHORS = 3;

/** The id that stands for no commit: the branch or tag did not exist before, or was deleted. */
export const NO_COMMIT = '0'.repeat(40);

/** For example `repo / PR #5 title`. */
export function topicOfItem(repository: string, kind: string, number: string, title: string): string {
  return `${repository} / ${kind} #${number} ${title}`;
}

/** For example `repo / branch`. */
export function topicOfBranch(repository: string, branch: string): string {
  return `${repository} / ${branch}`;
}

/** The name `a` in `refs/heads/a` and `refs/tags/a`. */
export function nameOfRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

export interface GitCommit {
  readonly author: string;
  readonly id: string;
  readonly url: string;
  readonly message: string;
}

/** The first characters of a commit id, for display. */
function shortId(id: string): string {
  return id.slice(0, 11);
}

export function commitLink({ id, url }: Pick<GitCommit, 'id' | 'url'>): string {
  return link(shortId(id), url);
}

export interface GitPush {
  readonly pusher: string;
  readonly branch: string;
  readonly commits: readonly GitCommit[];
  /**
   * The number of all commits, if `commits` does not contain them all; undefined if the service does not state it.
   */
  readonly total?: number;
  readonly hasMore?: boolean;
  /** A web page that shows the changes. */
  readonly url: string;
  readonly isForced?: boolean;
}

/** States who pushed to which branch, with the first line of each commit's message. */
export function pushText(push: GitPush): string {
  const { pusher, branch, commits, url, isForced = false, hasMore = false } = push;
  const total = Math.max(push.total ?? 0, commits.length);
  const verb = link(isForced ? 'force pushed' : 'pushed', url);
  if (commits.length === 0) return `${plainLine(pusher)} ${verb} the branch ${code(branch)}.`;
  const number =
    hasMore && total === commits.length ? `${total} or more commits` : countedNoun(total, 'commit');
  const commitLines = commits.slice(0, SHOWN_COMMITS).map(commitLine);
  const omitted = total - commitLines.length;
  const more = omitted > 0 ? `* and ${countedNoun(omitted, 'more commit')}` : hasMore ? '* and more' : '';
  const sentence = `${plainLine(pusher)} ${verb} ${number} to ${code(branch)}.${authorsText(pusher, commits)}`;
  return [sentence, '', ...commitLines, more].join('\n').trimEnd();
}

export function newBranchText(actor: string, branch: string, url: string): string {
  return `${plainLine(actor)} created the branch ${link(branch, url)}.`;
}

/**
 * A branch or tag was deleted.
 * @param url a page that shows the deletion, if the service has one
 */
export function deletionText(actor: string, kind: string, name: string, url = ''): string {
  return `${plainLine(actor)} ${link('deleted', url)} the ${kind} ${code(name)}.`;
}

export function tagText(actor: string, tag: string, url: string): string {
  return `${plainLine(actor)} pushed the tag ${url === '' ? code(tag) : link(tag, url)}.`;
}

function commitLine(commit: GitCommit): string {
  return `* ${plainLine(commit.message.split('\n', 1)[0] ?? '')} (${commitLink(commit)})`;
}

/** The authors of the commits, unless the pusher wrote all of them. */
function authorsText(actor: string, commits: readonly GitCommit[]): string {
  const numbers = new Map<string, number>();
  for (const { author } of commits) {
    if (author !== '') numbers.set(author, (numbers.get(author) ?? 0) + 1);
  }
  if (numbers.size === 0 || (numbers.size === 1 && numbers.has(actor))) return '';
  const sorted = [...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const names = sorted.slice(0, NAMED_AUTHORS).map(([name, number]) => `${plainLine(name)} (${number})`);
  const others = sorted.slice(NAMED_AUTHORS).reduce((sum, [, number]) => sum + number, 0);
  return ` Written by ${joinedList(others > 0 ? [...names, `others (${others})`] : names)}.`;
}

/** An issue, a pull request or the like. */
export interface GitItem {
  readonly kind: string;
  readonly number: string;
  readonly title: string;
  readonly url: string;
}

/** A link to an item. The title is included only if the topic does not contain it already. */
export function itemLink(item: GitItem, topic: string | undefined): string {
  const name = `${item.kind} #${item.number}`;
  return link(topic === undefined ? name : `${name} ${item.title}`, item.url);
}

/** A text about an event of an item: the actor, the verb, and a link to the item. */
export function itemText(actor: string, verb: string, item: GitItem, topic: string | undefined): string {
  return `${plainLine(actor)} ${verb} ${itemLink(item, topic)}`;
}
