// The email address of a channel: `{slug}.{token}.{option}…@{domain}`. The slug is only for people to read. The
// token is a secret: anyone who knows it can post to the channel.

const TOKEN = /^[0-9a-f]{32}$/;
/** The maximum length of the part before the `@` (RFC 5321). */
const LOCAL_PART_MAXIMUM = 64;

const options = ['show-sender', 'include-footer', 'include-quotes', 'prefer-html', 'prefer-text'] as const;
export type AddressOption = (typeof options)[number];

export interface ParsedChannelEmailAddress {
  readonly token: string;
  readonly options: ReadonlySet<AddressOption>;
}

/** A channel's name in the characters that addresses allow; empty if letters would be lost. */
function slugOf(name: string): string {
  const words = name.replace(/[^\p{L}\p{N}_]+/gu, '-');
  const slug = words
    .normalize('NFKD')
    .replace(/[^a-z0-9_-]/gi, '')
    .toLowerCase()
    .replace(/-+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '');
  return slug.length < [...words].length ? '' : slug;
}

/** The address of a channel that is shown to people. */
export function channelEmailAddress(channelName: string, token: string, domain: string): string {
  const ending = `${token}.show-sender`;
  const slug = slugOf(channelName);
  const fits = slug !== '' && slug.length + 1 + ending.length <= LOCAL_PART_MAXIMUM;
  return `${fits ? `${slug}.` : ''}${ending}@${domain}`;
}

function isOption(word: string): word is AddressOption {
  return (options as readonly string[]).includes(word);
}

/** The token and options in an address; undefined if it is not the address of a channel in the domain. */
export function parseChannelEmailAddress(
  address: string,
  domain: string,
): ParsedChannelEmailAddress | undefined {
  const lower = address.toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 0 || lower.slice(at + 1) !== domain) return undefined;
  const words = lower.slice(0, at).split(/[.+]/);
  const options = words.filter(isOption);
  const [first = '', second] = words.filter((word) => !isOption(word));
  const token = second ?? first;
  return TOKEN.test(token) ? { token, options: new Set(options) } : undefined;
}
