// The pages shown on the way to a video call. They load nothing, and run only one line that closes the window.

import { createHash } from 'node:crypto';
import { escapeHtml } from '../../model/html-text.ts';
import type { HttpReply } from '../http/http-reply.ts';

const CLOSE = 'window.close()';
const CLOSE_HASH = createHash('sha256').update(CLOSE).digest('base64');
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}:root{color-scheme:light dark}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function sendPage(reply: HttpReply, status: number, title: string, body: string): HttpReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; script-src 'sha256-${CLOSE_HASH}'; frame-ancestors 'none'`,
      )
      // With `no-referrer` the log-in form could not show that it was sent from its own page.
      .header('referrer-policy', 'same-origin')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
      )
  );
}

/** A page with one sentence, of success or failure. */
export function sendNote(reply: HttpReply, status: number, title: string, note: string): HttpReply {
  return sendPage(reply, status, title, `<p>${escapeHtml(note)}</p>`);
}

/** The final page. Closes the window if the browser allows it. */
export function sendDone(reply: HttpReply, title: string): HttpReply {
  const note = '<p>You can close this window.</p>';
  return sendPage(reply, 200, title, `${note}<script>${CLOSE}</script>`);
}
