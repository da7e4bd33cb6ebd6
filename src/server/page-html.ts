// How the pages outside the clients look, which people meet before they have one. They load nothing and run nothing.

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../model/outbox/mail-html.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem;color:#222;background:#fafafa}
h1{line-height:1.2}label{display:block;margin-top:1rem}fieldset{margin:1.5rem 0 0;border:1px solid #bbb;border-radius:.3rem}fieldset label{margin:.3rem 0}
input:not([type=checkbox]){font:inherit;width:100%;box-sizing:border-box;padding:.5rem;border:1px solid #bbb;border-radius:.3rem;background:#fff;color:inherit}
button{font:inherit;margin-top:1.5rem;padding:.6rem 1.2rem;border:0;border-radius:.3rem;background:#2b5c9e;color:#fff}small{display:block;color:#666}
[role=alert]{background:#fde8e8;padding:.6rem .8rem;border-radius:.3rem}
@media (prefers-color-scheme:dark){body{background:#1c1e21;color:#ddd}input:not([type=checkbox]){background:#2a2d31;border-color:#555}fieldset{border-color:#555}small{color:#aaa}[role=alert]{background:#5b2a2a}}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Of its words (BCP 47); English unless given. */
  readonly language?: string;
}

/** Sends a page. Its address may hold a key: it is kept nowhere and told to nobody, and no other site can frame it. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, body, language = 'en' }: Page,
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
    );
}

/** What was wrong with a form, above it. */
export function alert(problem: string | undefined): string {
  return problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
}

/** A page of one paragraph. */
export function notePage(title: string, note: string): Page {
  return { title, body: `<p>${escapeHtml(note)}</p>` };
}
