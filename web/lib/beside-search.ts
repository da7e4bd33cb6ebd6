// The query of the page's address with a conversation beside the view.

import { viewAt } from './address.ts';

/** The query of the page's address with another conversation beside the view; without one for an empty address. */
export function searchWithBeside(search: string, address: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('beside');
  // Not percent-encoded, so that it stays legible: all of its characters are allowed in a query.
  const besideParts = address === '' ? [] : [`beside=${address.slice('#narrow/'.length)}`];
  const parts = [...(parameters.size > 0 ? [String(parameters)] : []), ...besideParts];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Whether an address is that of a narrow, which can be shown beside the view. */
export function isNarrowAddress(address: string): boolean {
  return viewAt(address)?.kind === 'narrow' && address.startsWith('#narrow/');
}
