// The layout of the pages outside the client, which people see before they have one. They load nothing, and run nothing but
// a script that a page names.

import { createHash } from 'node:crypto';
import { directionOf } from '../../texts/writing-direction.ts';
import { Html, type HtmlPart, html } from '../http/html-template.ts';
import type { HttpReply } from '../http/http-reply.ts';
import { paragraph } from './page-elements.ts';
import type { PageTexts } from './page-texts.ts';

const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#f9fafc,#14161a);--raised:light-dark(#fff,#1c1e22);--line:light-dark(#dde0e3,#2b2e33);--strong:light-dark(#848a90,#646971);--text:light-dark(#1b1f27,#dfe1e5);--soft:light-dark(#50565e,#a7abb1);--accent:light-dark(#215da5,#7fb6ee);--on:light-dark(#fff,#0c1723);--danger:light-dark(#b32322,#f7857d);--alarm:light-dark(#fdeceb,#3a1f1e)}
*{box-sizing:border-box}body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--text);background:var(--canvas)}
main{max-width:26rem;margin:clamp(0rem,8vh,5rem) auto;padding:1.75rem;background:var(--raised);border:1px solid var(--line);border-radius:10px;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.25}h2{margin:2rem 0 0;padding-top:1.25rem;border-top:1px solid var(--line);font-size:1rem}p{margin:.75rem 0}a{color:var(--accent)}
label{display:block;margin-top:1rem;font-weight:600}label small,fieldset label{font-weight:400}fieldset{margin:1.5rem 0 0;border:1px solid var(--line);border-radius:6px}fieldset label{margin:.3rem 0}small{display:block;margin-top:.3rem;color:var(--soft)}
input:not([type=checkbox]){display:block;width:100%;margin-top:.25rem;padding:.55rem .7rem;font:inherit;font-weight:400;color:inherit;background:var(--canvas);border:1px solid var(--strong);border-radius:6px}
button{min-height:2.75rem;margin-top:1.5rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:1px solid var(--accent);border-radius:6px;cursor:pointer}
button.second{color:var(--text);background:none;border-color:var(--strong)}
button.choice{display:block;width:100%;margin-top:.5rem;font-weight:400;text-align:start;color:var(--text);background:none;border-color:var(--strong)}
a.choice{display:flex;align-items:center;gap:.6rem;width:100%;min-height:2.75rem;margin-top:.5rem;padding:.5rem 1.25rem;color:var(--text);text-decoration:none;border:1px solid var(--strong);border-radius:6px}a.choice img{width:1.25rem;height:1.25rem}
[hidden]{display:none!important}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}main>:last-child{margin-bottom:0}[role=alert]{padding:.6rem .8rem;color:var(--danger);background:var(--alarm);border-radius:6px}
@media(width<45rem),(pointer:coarse){p>a:only-child{display:inline-flex;align-items:center;min-height:2.75rem}}
@media(width<30rem){body{padding:0}main{margin:0;min-height:100dvh;border:0;border-radius:0}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  readonly title: string;
  readonly body: HtmlPart;
  /** Whether it shows pictures from this server. */
  readonly hasPictures?: boolean;
  /** The scheme of an app that its form may lead to. */
  readonly appScheme?: string;
  /** The only script that it runs. */
  readonly script?: string;
}

/** The content security policy of a page, as strict as possible. */
function policyOf({ hasPictures = false, appScheme, script }: Page): string {
  const hash = script && createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ...(hasPictures ? ["img-src 'self'"] : []),
    ...(hash ? [`script-src 'sha256-${hash}'`] : []),
    `form-action 'self'${appScheme ? ` ${appScheme}:` : ''}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Sends a page in the language of its texts. Its address may contain a key: the page is not cached, the address is not
 * sent to other sites, and no site can frame it.
 */
export function sendPage(reply: HttpReply, status: number, { language }: PageTexts, page: Page): HttpReply {
  const { title, body, script } = page;
  const document = html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Html(STYLE)}</style></head><body><main><h1>${title}</h1>${body}</main>${script !== undefined && html`<script>${new Html(script)}</script>`}</body></html>`;
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .header('content-security-policy', policyOf(page))
      // With `no-referrer` browsers do not send the origin of the page's own forms.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(document.text)
  );
}

/** A page of one paragraph. */
export function notePage(title: string, note: string): Page {
  return { title, body: paragraph(note) };
}
