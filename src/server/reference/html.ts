// The layout of the reference pages.

import { createHash } from 'node:crypto';
import { Html, html } from '../http/html-template.ts';

/** A sentence in which `words in backticks` are code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:light-dark(#2d5bb8,#8fb4ff)}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;margin:0}
header{border-bottom:1px solid var(--line);padding:.8rem 1.5rem;display:flex;gap:1.5rem;flex-wrap:wrap;align-items:baseline}
header strong{font-size:1.1rem}
main{max-width:64rem;margin:0 auto;padding:1rem 1.5rem 4rem}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
h1{font-size:1.7rem;margin:.8rem 0 .4rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:.8rem 0 .2rem}
code,pre{font:.875em/1.5 ui-monospace,monospace}
code{background:var(--soft);padding:.1em .3em;border-radius:.25em;overflow-wrap:break-word}
table.operations td:first-child{width:45%}
pre{background:var(--soft);padding:.8rem 1rem;border-radius:.4rem;overflow-x:auto}
pre code{background:none;padding:0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line)}
th{font-size:.85rem;opacity:.75}
ul.fields{list-style:none;padding-left:0;margin:.2rem 0}
ul.fields ul.fields{padding-left:1.2rem;border-left:1px solid var(--line);margin-left:.2rem}
.quiet{opacity:.7;font-size:.9rem}
.method{display:inline-block;min-width:4.2rem;font:600 .8rem ui-monospace,monospace}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem;margin:.8rem 0}
dt{opacity:.75}
dd{margin:0}
.folders{columns:2;column-gap:2rem;padding-left:1.1rem}
@media(max-width:40rem){.folders{columns:1}}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The pages run, load and send nothing. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A whole page. */
export function page(title: string, body: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Parley API</title><style>${new Html(STYLE)}</style></head><body><header><strong><a href="/api/">Parley API</a></strong><a href="/api/">Operations</a><a href="/api/events">Events</a><a href="/api/errors">Errors</a><a href="/api/v1/openapi.json">OpenAPI</a></header><main><h1>${title}</h1>${body}</main></body></html>`
    .text;
}
