// What the places where code is kept have in common: topics of the reference server, so that conversations go on
// after a move, and how commits are told.

import { code, count, inWords, link, plain } from './text.ts';

const SHOWN_COMMITS = 20;
const NAMED_AUTHORS = 3;

/** No commit: the branch or tag did not exist before, or is gone. */
export const NO_COMMIT = '0'.repeat(40);

/** `repo / PR #5 title`. */
export function topicOfItem(repository: string, kind: string, number: string, title: string): string {
  return `${repository} / ${kind} #${number} ${title}`;
}

/** `repo / branch`. */
export function topicOfBranch(repository: string, branch: string): string {
  return `${repository} / ${branch}`;
}

/** `refs/heads/a` and `refs/tags/a` are `a`. */
export function nameOfRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

export interface Commit {
  readonly author: string;
  readonly id: string;
  readonly url: string;
  readonly message: string;
}

/** The first characters of a commit's name. */
function shortId(id: string): string {
  return id.slice(0, 11);
}

/** A commit with its link. */
export function commitLink({ id, url }: Pick<Commit, 'id' | 'url'>): string {
  return link(shortId(id), url);
}

export interface Push {
  readonly who: string;
  readonly branch: string;
  readonly commits: readonly Commit[];
  /** Of all commits, where not all of them are told; unknown where the service does not say. */
  readonly total?: number;
  readonly hasMore?: boolean;
  /** What they change, in the browser. */
  readonly url: string;
  readonly isForced?: boolean;
}

/** Who pushed what where, with the first lines of the commits. */
export function pushText(push: Push): string {
  const { who, branch, commits, url, isForced = false, hasMore = false } = push;
  const total = Math.max(push.total ?? 0, commits.length);
  const verb = link(isForced ? 'force pushed' : 'pushed', url);
  if (commits.length === 0) return `${plain(who)} ${verb} the branch ${code(branch)}.`;
  const number = hasMore && total === commits.length ? `${total} or more commits` : count(total, 'commit');
  const shown = commits.slice(0, SHOWN_COMMITS).map(commitLine);
  const left = total - shown.length;
  const more = left > 0 ? `* and ${count(left, 'more commit')}` : hasMore ? '* and more' : '';
  const sentence = `${plain(who)} ${verb} ${number} to ${code(branch)}.${authorsText(who, commits)}`;
  return [sentence, '', ...shown, more].join('\n').trimEnd();
}

/** A branch that was made. */
export function newBranchText(who: string, branch: string, url: string): string {
  return `${plain(who)} created the branch ${link(branch, url)}.`;
}

/** A branch or tag that is gone, with a page that shows what went, where the service has one. */
export function removalText(who: string, kind: string, name: string, url = ''): string {
  return `${plain(who)} ${link('deleted', url)} the ${kind} ${code(name)}.`;
}

/** A tag that was set. */
export function tagText(who: string, tag: string, url: string): string {
  return `${plain(who)} pushed the tag ${url === '' ? code(tag) : link(tag, url)}.`;
}

function commitLine(commit: Commit): string {
  return `* ${plain(commit.message.split('\n', 1)[0] ?? '')} (${commitLink(commit)})`;
}

/** Who wrote the commits, where it was not only the one who pushed them. */
function authorsText(who: string, commits: readonly Commit[]): string {
  const numbers = new Map<string, number>();
  for (const { author } of commits) {
    if (author !== '') numbers.set(author, (numbers.get(author) ?? 0) + 1);
  }
  if (numbers.size === 0 || (numbers.size === 1 && numbers.has(who))) return '';
  const sorted = [...numbers].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const named = sorted.slice(0, NAMED_AUTHORS).map(([name, number]) => `${plain(name)} (${number})`);
  const others = sorted.slice(NAMED_AUTHORS).reduce((sum, [, number]) => sum + number, 0);
  return ` Written by ${inWords(others > 0 ? [...named, `others (${others})`] : named)}.`;
}

/** An issue, a pull request or the like. */
export interface Item {
  readonly kind: string;
  readonly number: string;
  readonly title: string;
  readonly url: string;
}

/** A link to an item, with its title only where the topic does not show it. */
export function itemLink(item: Item, topic: string | undefined): string {
  const name = `${item.kind} #${item.number}`;
  return link(topic === undefined ? name : `${name} ${item.title}`, item.url);
}

/** A sentence about an item. */
export function itemText(who: string, did: string, item: Item, topic: string | undefined): string {
  return `${plain(who)} ${did} ${itemLink(item, topic)}`;
}
