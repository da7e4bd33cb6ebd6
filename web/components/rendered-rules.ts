// Pure rules for displaying HTML from the server.

/** The characters of an emoji by its class `emoji-1f468-200d-1f4bb`; undefined if the class has none. */
export function emojiOfClass(className: string): string | undefined {
  const [, code] = /(?:^| )emoji-([0-9a-f]+(?:-[0-9a-f]+)*)(?: |$)/.exec(className) ?? [];
  return code === undefined ? undefined : emojiOfCode(code);
}

/** The characters of `1f468-200d-1f4bb`. If a character has a plain and a colored form, the colored one. */
export function emojiOfCode(code: string): string {
  const points = code.split('-').map((hex) => Number.parseInt(hex, 16));
  if (points.some((point) => !(point <= 0x10ffff))) return '';
  const text = String.fromCodePoint(...points);
  return points.length === 1 && !/\p{Emoji_Presentation}/u.test(text) ? `${text}\ufe0f` : text;
}

const LARGEST = { width: 360, height: 200 };

/** The display size of a picture of `1600x1200`, which reserves its space before it is loaded. */
export function displaySize(dimensions: string): { width: number; height: number } | undefined {
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(dimensions) ?? []).map(Number);
  if (width < 1 || height < 1) return undefined;
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Where a link leads: `view` within the page, by its fragment; `elsewhere` in a new tab. */
export function linkTarget(href: string, page: { readonly origin: string; readonly pathname: string }) {
  if (href.startsWith('#')) return { kind: 'view', fragment: href } as const;
  if (!URL.canParse(href, page.origin)) return { kind: 'elsewhere' } as const;
  const url = new URL(href, page.origin);
  const isPage = url.origin === page.origin && url.pathname === page.pathname && url.hash !== '';
  return isPage ? ({ kind: 'view', fragment: url.hash } as const) : ({ kind: 'elsewhere' } as const);
}

/** Whether HTML from the server is a single paragraph of plain text. */
export function isSentence(html: string): boolean {
  return /^<p>[^<]*<\/p>$/.test(html);
}
