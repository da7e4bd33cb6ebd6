// Determines which addresses may be linked, and the form in which they are written.

const ALLOWED_SCHEMES = new Set(
  (
    'http https ftp file mid bitcoin geo hansoft im irc ircs magnet mailto matrix obsidian mms news nntp ' +
    'openpgp4fpr sip sms smsto ssh tel urn webcal wtai xmpp zotero asanadesktop'
  ).split(' '),
);
const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:[/?#]|$)/;
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const UPLOAD_PREFIX = '/user_uploads/';

/**
 * The address for a typed one: `http://` or `mailto:` is added if there is no scheme, and local addresses become
 * relative. Undefined if it must not be linked.
 */
export function checkUrl(typed: string, organizationUrl: string): string | undefined {
  const url = typed.trim().replaceAll(' ', '%20');
  if (url === '' || UNSAFE.test(url)) return undefined;
  if (url.startsWith('/') || url.startsWith('#')) return url;
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && ALLOWED_SCHEMES.has(scheme)) return makeRelative(url, organizationUrl);
  if (scheme !== undefined && !HOST_AND_PORT.test(url)) return undefined;
  const slash = url.indexOf('/');
  const at = url.indexOf('@');
  if (scheme === undefined && at > 0 && slash === -1) return `mailto:${url}`;
  return `http://${url}`;
}

/** Whether an address in HTML is one that may be written: of this server, or with an allowed scheme. */
export function isAllowedUrl(url: string): boolean {
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return ALLOWED_SCHEMES.has(scheme);
  return url === '' || /^[/#]/.test(url) || url.startsWith(UPLOAD_PREFIX.slice(1));
}

function makeRelative(url: string, organizationUrl: string): string {
  const prefix = `${organizationUrl}/`;
  if (!url.startsWith(prefix)) return url;
  const local = url.slice(prefix.length);
  return local.startsWith('#') || local.startsWith(UPLOAD_PREFIX.slice(1)) ? local : url;
}

/** The path of the uploaded file that a checked address leads to; undefined for other addresses. */
export function uploadPath(url: string): string | undefined {
  const path = url.startsWith('/') ? url : `/${url}`;
  if (!path.startsWith(UPLOAD_PREFIX)) return undefined;
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
