// A view that a person arranged in their navigation: a built-in one of every client, or one of their own.

import { anyText, boolean, type Decoded, optional, record } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Row } from '../../storage/schema.ts';

export type NavigationViewRow = Row<'navigation_view'>;

const builtIn: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
]);

export const navigationViewSchema = record({
  fragment: anyText,
  is_pinned: boolean,
  name: optional(anyText),
});

export type WireNavigationView = Decoded<typeof navigationViewSchema>;

export function wireNavigationView(row: NavigationViewRow): WireNavigationView {
  const { fragment, is_pinned, name } = row;
  return { fragment, is_pinned: is_pinned === 1, ...(name !== null && { name }) };
}

/** Whether every client has the view, even if the person did not arrange it. */
export function isBuiltInView(fragment: string): boolean {
  return builtIn.has(fragment);
}

/** Refuses a custom name for a built-in view. */
export function checkMayHaveName(fragment: string, name: string | null | undefined): void {
  if (name != null && builtIn.has(fragment)) throw badRequest('Built-in views cannot have a custom name');
}

/** Refuses a view that exists already, by its fragment or its name. */
export function checkViewIsNew(
  fragment: string,
  name: string | null,
  existing: readonly NavigationViewRow[],
): void {
  if (existing.some((view) => view.fragment === fragment || (name !== null && view.name === name))) {
    throw badRequest('Navigation view already exists.');
  }
}
