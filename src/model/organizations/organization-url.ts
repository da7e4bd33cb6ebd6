// Where an organization is found: the one rule for every link that leads to it. Its own host, where it has one, stands
// in the place of the server's, with the scheme, port and path that the server was given (`--url`).

/**
 * The address as the server knows it, without a slash at its end; undefined where nobody ever said it.
 * @param publicUrl what the server was started with, without a slash at its end
 * @param host the host that picks the organization, its port where it has one of its own; empty: any
 */
export function organizationUrl(publicUrl: string | undefined, host: string): string | undefined {
  if (host === '') return publicUrl;
  if (publicUrl === undefined) return `http://${host}`;
  const url = new URL(publicUrl);
  const port = url.port === '' || host.includes(':') ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/\/$/, '')}`;
}

/** The address that stands in answers to a request; where the server was told none, the one that was asked. */
export function requestedUrl(
  publicUrl: string | undefined,
  host: string,
  requestHost: string | undefined,
): string {
  const known = publicUrl === undefined ? undefined : organizationUrl(publicUrl, host);
  return known ?? `http://${requestHost ?? host}`;
}

/** The address where no request says one and the server has to name some. */
export function assumedUrl(publicUrl: string | undefined, host: string): string {
  return organizationUrl(publicUrl, host) ?? 'http://localhost';
}
