// A view that a person arranged in their navigation: one that every client has, or one of their own.

import type { Selectable } from 'kysely';
import { anyText, boolean, type Decoded, optional, record } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { NavigationViewTable } from '../../storage/schema.ts';

export type NavigationViewRow = Selectable<NavigationViewTable>;

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

/** A view as clients read it. */
export const navigationViewShape = record({ fragment: anyText, is_pinned: boolean, name: optional(anyText) });

export type WireNavigationView = Decoded<typeof navigationViewShape>;

/** The view as clients read it. */
export function wireNavigationView(row: NavigationViewRow): WireNavigationView {
  const { fragment, is_pinned, name } = row;
  return { fragment, is_pinned: is_pinned === 1, ...(name !== null && { name }) };
}

/** Whether every client has it, arranged or not. */
export function isBuiltIn(fragment: string): boolean {
  return builtIn.has(fragment);
}

/** Refuses a name for a view that every client names itself. */
export function checkMayBeNamed(fragment: string, name: string | null | undefined): void {
  if (name != null && builtIn.has(fragment)) throw badRequest('Built-in views cannot have a custom name');
}

/** Refuses a view that is there already, by its address or by its name. */
export function checkIsNew(
  fragment: string,
  name: string | null,
  present: readonly NavigationViewRow[],
): void {
  if (present.some((view) => view.fragment === fragment || (name !== null && view.name === name))) {
    throw badRequest('Navigation view already exists.');
  }
}
