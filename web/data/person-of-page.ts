// Who is logged in, as the page itself was told when it was loaded: so what the browser keeps of somebody is shown to
// nobody else, and needs no question to be shown.

/** Their id; undefined where the server did not say. */
export function personOfPage(): number | undefined {
  const found = /(?:^|; )(?:__Host-)?person=(\d+)/.exec(document.cookie);
  return found ? Number(found[1]) : undefined;
}
