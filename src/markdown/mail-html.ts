// Rendered HTML as a mail shows it: addresses are absolute, since a mail has no page that they could be relative to,
// and what a spoiler hides is left out, since mail programs cannot fold it. Reads only HTML that this folder wrote.

import { elementEnd, HIDDEN } from './written-html.ts';

const TAG = /<[a-z][^<>]*>/g;
const RELATIVE = /\b(href|src)="([/#][^"]*)"/g;

function withoutHidden(html: string): string {
  let shown = '';
  let at = 0;
  for (let open = html.indexOf(HIDDEN); open !== -1; open = html.indexOf(HIDDEN, at)) {
    shown += `${html.slice(at, open)}<p>(…)</p>`;
    at = elementEnd(html, 'div', open);
  }
  return shown + html.slice(at);
}

/** `html` for a mail; `organizationUrl` has no slash at its end, and without it addresses stay as they are. */
export function mailHtml(html: string, organizationUrl: string | undefined): string {
  const shown = withoutHidden(html);
  if (organizationUrl === undefined) return shown;
  const root = organizationUrl.replace(/[&"<>]/g, '');
  const absolute = (written: string, name: string, address: string) => {
    if (address.startsWith('//')) return written;
    return `${name}="${root}${address.startsWith('#') ? '/' : ''}${address}"`;
  };
  return shown.replace(TAG, (tag) => tag.replace(RELATIVE, absolute));
}
