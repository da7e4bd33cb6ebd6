// Finds the non-silent mentions in a rendered message. Only for HTML that this folder wrote.

export interface MentionsInHtml {
  readonly userIds: ReadonlySet<number>;
  readonly groupIds: ReadonlySet<number>;
  /** Whether everyone in a channel or all participants of a topic are mentioned. */
  readonly hasWildcard: boolean;
}

const PERSON = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const WILDCARD = /<span class="(?:user-mention channel-wildcard-mention" data-user-id="\*"|topic-mention")>/;

function idsIn(html: string, pattern: RegExp): Set<number> {
  return new Set(Array.from(html.matchAll(pattern), (match) => Number(match[1])));
}

/** The mentions in `html`, without silent ones. */
export function mentionsInHtml(html: string): MentionsInHtml {
  return { userIds: idsIn(html, PERSON), groupIds: idsIn(html, GROUP), hasWildcard: WILDCARD.test(html) };
}
