// Finds the non-silent mentions in a rendered message. Only for HTML that this folder wrote.

export interface MentionsInHtml {
  readonly people: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  /** Whether everyone in a channel or all participants of a topic are mentioned. */
  readonly isOfMany: boolean;
}

const PERSON = /<span class="user-mention" data-user-id="(\d+)">/g;
const GROUP = /<span class="user-group-mention" data-user-group-id="(\d+)">/g;
const MANY = /<span class="(?:user-mention channel-wildcard-mention" data-user-id="\*"|topic-mention")>/;

function idsIn(html: string, pattern: RegExp): Set<number> {
  return new Set(Array.from(html.matchAll(pattern), (match) => Number(match[1])));
}

/** The mentions in `html`, without silent ones. */
export function mentionsInHtml(html: string): MentionsInHtml {
  return { people: idsIn(html, PERSON), groups: idsIn(html, GROUP), isOfMany: MANY.test(html) };
}
