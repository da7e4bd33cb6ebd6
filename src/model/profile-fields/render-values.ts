// The HTML of values that may be Markdown, made before the unit of work that stores them.

import type { Reader } from '../../storage/session.ts';
import { renderForOrganization } from '../messages/rendering.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import type { ValueChange } from './change-values.ts';
import type { SentValue } from './values.ts';

interface Sent {
  readonly id: number;
  readonly value: SentValue;
}

/** The changes that a client sent, each with the HTML of its text. */
export async function renderedChanges(
  state: OrganizationState,
  reader: Reader,
  organizationUrl: string,
  sent: readonly Sent[],
): Promise<ValueChange[]> {
  const changes: ValueChange[] = [];
  for (const { id, value } of sent) {
    const html =
      typeof value === 'string'
        ? (await renderForOrganization(state, reader, value, organizationUrl)).html
        : null;
    changes.push({ fieldId: id, value, html });
  }
  return changes;
}
