// Determines the URL of an organization, for all links to it. The organization's own host, if it has one,
// replaces that of the server's `--url`; scheme, port and path stay.

/**
 * The URL as the server knows it, without a trailing slash; undefined if it was never configured.
 * @param publicUrl the server's `--url`, without a trailing slash
 * @param host the organization's host, with a port if it has its own; empty for any host
 */
export function organizationUrl(publicUrl: string | undefined, host: string): string | undefined {
  if (host === '') return publicUrl;
  if (publicUrl === undefined) return `http://${host}`;
  const url = new URL(publicUrl);
  const port = url.port === '' || host.includes(':') ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/$/, '')}`;
}

/** The URL for the answer to a request. If the server does not know its URL, it uses the one that was requested. */
export function requestedUrl(
  publicUrl: string | undefined,
  host: string,
  requestHost: string | undefined,
): string {
  const configured = publicUrl === undefined ? undefined : organizationUrl(publicUrl, host);
  return configured ?? `http://${requestHost ?? host}`;
}

/** The URL for texts outside of requests. If the server does not know its URL, it assumes localhost. */
export function assumedUrl(publicUrl: string | undefined, host: string): string {
  return organizationUrl(publicUrl, host) ?? 'http://localhost';
}
