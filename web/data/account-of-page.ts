// Which account is logged in, from a cookie set when the page was loaded. Cached data of one account is never
// shown to another, and no request is needed to find out.

/** The account's id; undefined if the server did not set it. */
export function accountOfPage(): number | undefined {
  const found = /(?:^|; )(?:__Host-)?person=(\d+)/.exec(document.cookie);
  return found ? Number(found[1]) : undefined;
}
