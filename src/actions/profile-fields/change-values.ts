// Changes an account's values of custom profile fields inside a unit of work: checks all of them, then writes and emits
// those that differ.

import type { Role } from '../../model/accounts/roles.ts';
import { profileValueChanged, profileValueRemoved } from '../../model/people/profile-value-events.ts';
import type { ProfileField } from '../../model/profile-fields/profile-field.ts';
import { checkMayEditOwnValue, fieldNotFound } from '../../model/profile-fields/profile-field-rules.ts';
import type { ProfileValue } from '../../model/profile-fields/profile-value.ts';
import {
  checkedProfileValue,
  isMarkdownField,
  type ValueChange,
} from '../../model/profile-fields/profile-values.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import { readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { deleteValue, putValue, readValues } from '../../stores/profile-fields/value-store.ts';

type Accounts = ReadonlyMap<number, { readonly isActive: boolean; readonly isBot: boolean }>;

async function namedAccounts(writer: Writer, changes: readonly ValueChange[]): Promise<Accounts> {
  const ids = changes.flatMap(({ value }) => (Array.isArray(value) ? value : []));
  const accounts = ids.length > 0 ? await readAccounts(writer, ids) : [];
  return new Map(accounts.map((account) => [account.id, account]));
}

function fieldIn(fields: readonly ProfileField[], id: number): ProfileField {
  const field = fields.find((candidate) => candidate.id === id);
  if (!field) throw fieldNotFound(id);
  return field;
}

/**
 * Sets, replaces and removes values of `accountId`. `editorRole` is the role of the actor: some fields take
 * values from administrators only. Returns the names of the fields whose values changed.
 */
export async function changeValues(
  writer: Writer,
  accountId: number,
  editorRole: Role,
  changes: readonly ValueChange[],
): Promise<readonly string[]> {
  const fields = await readFields(writer);
  const accounts = await namedAccounts(writer, changes);
  const checked = changes.map((change) => {
    const field = fieldIn(fields, change.fieldId);
    checkMayEditOwnValue(field, editorRole);
    return { ...change, field, stored: checkedProfileValue(field, change.value, (id) => accounts.get(id)) };
  });
  const valuesByField = new Map(
    (await readValues(writer, [accountId])).map((value) => [value.fieldId, value]),
  );
  const names: string[] = [];
  for (const { field, stored, html } of checked) {
    if ((valuesByField.get(field.id)?.value ?? null) === stored) continue;
    names.push(field.name);
    if (stored === null) {
      await removeValue(writer, accountId, field.id, valuesByField);
      continue;
    }
    const value = {
      accountId,
      fieldId: field.id,
      value: stored,
      renderedValue: isMarkdownField(field) ? html : null,
    };
    await putValue(writer, value);
    valuesByField.set(field.id, value);
    writer.emit(profileValueChanged(value));
  }
  return names;
}

async function removeValue(
  writer: Writer,
  accountId: number,
  fieldId: number,
  valuesByField: Map<number, ProfileValue>,
): Promise<void> {
  if (!valuesByField.delete(fieldId)) return;
  await deleteValue(writer, accountId, fieldId);
  writer.emit(profileValueRemoved(accountId, fieldId));
}
