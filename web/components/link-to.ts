// Links for other people.

/** The link to an address of the page, without the parameters that concern only this window. */
export function linkTo(address: string): string {
  const link = new URL(address, location.href);
  for (const name of ['beside', 'window']) link.searchParams.delete(name);
  return link.href;
}
