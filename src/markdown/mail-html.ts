/**
 * Rendered HTML as a mail shows it: addresses are absolute, since a mail has no page that they could be relative to,
 * and what a spoiler hides is left out, since mail programs cannot fold it. Reads only HTML that this folder wrote.
 */

const HIDDEN = '<div class="spoiler-content"';
const RELATIVE = /\b(href|src)="([/#][^"]*)"/g;

/** The position after the `div` that opens at `start`. */
function divEnd(html: string, start: number): number {
  const tags = /<(\/?)div\b/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '' ? 1 : -1;
    if (depth === 0) return html.indexOf('>', tag.index) + 1;
  }
  return html.length;
}

function withoutHidden(html: string): string {
  let shown = '';
  let at = 0;
  for (let open = html.indexOf(HIDDEN); open !== -1; open = html.indexOf(HIDDEN, at)) {
    shown += `${html.slice(at, open)}<p>(…)</p>`;
    at = divEnd(html, open);
  }
  return shown + html.slice(at);
}

/** `html` for a mail; `organizationUrl` has no slash at its end, and without it addresses stay as they are. */
export function mailHtml(html: string, organizationUrl: string | undefined): string {
  const shown = withoutHidden(html);
  if (organizationUrl === undefined) return shown;
  const root = organizationUrl.replace(/[&"<>]/g, '');
  return shown.replace(RELATIVE, (_match, name: string, address: string) =>
    address.startsWith('//')
      ? `${name}="${address}"`
      : `${name}="${root}${address.startsWith('#') ? '/' : ''}${address}"`,
  );
}
