// Renders values that may be Markdown to HTML, before the unit of work that stores them.

import type { Account } from '../../model/accounts/account.ts';
import type { SentValue, ValueChange } from '../../model/profile-fields/profile-values.ts';
import { causedBy, type RenderingContext, renderForOrganization } from '../rendering/rendering.ts';

interface Sent {
  readonly id: number;
  readonly value: SentValue;
}

/** The changes that a client sent, each with the HTML of its text. */
export async function renderedChanges(
  context: RenderingContext,
  actor: Account,
  sent: readonly Sent[],
): Promise<ValueChange[]> {
  const changes: ValueChange[] = [];
  for (const { id, value } of sent) {
    const html =
      typeof value === 'string' ? (await renderForOrganization(context, value, causedBy(actor))).html : null;
    changes.push({ fieldId: id, value, html });
  }
  return changes;
}
