// Links for other people.

/** The link to an address of the page, without the conversation that is beside the view in this window. */
export function linkTo(address: string): string {
  const link = new URL(address, location.href);
  link.searchParams.delete('beside');
  return link.href;
}
