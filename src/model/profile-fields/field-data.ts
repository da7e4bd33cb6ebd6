// The extra data of a profile field: the choices of a dropdown, or the site of an external account.

import { anyJson, type Codec, mapOf, optional, record, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { CUSTOM_EXTERNAL_ACCOUNT, externalAccounts } from './external-accounts.ts';
import { FieldType } from './profile-field.ts';

const shortLabel = text({ minimum: 1, maximum: limits.shortTextCodePoints });
const webAddress = text({ minimum: 1, maximum: limits.webAddressCodePoints });
const choices = mapOf(record({ text: shortLabel, order: shortLabel }), limits.profileFieldChoices);
const account = record({ subtype: shortLabel, url_pattern: optional(webAddress) });

/** Extra data as clients send it. It is checked further once the field's type is known. */
export const fieldData: Codec<Record<string, unknown>> = mapOf(anyJson, limits.profileFieldChoices);

function checkedChoices(data: unknown): string {
  const decoded = choices.decode(data, 'field_data');
  const texts = Object.values(decoded).map((choice) => choice.text);
  if (texts.length === 0) throw badRequest('Field must have at least one choice.');
  if (new Set(texts).size !== texts.length) throw badRequest('Field must not have duplicate choices.');
  return JSON.stringify(decoded);
}

function checkedAccount(data: unknown): string {
  const { subtype, url_pattern: pattern } = account.decode(data, 'field_data');
  if (subtype !== CUSTOM_EXTERNAL_ACCOUNT) {
    if (!Object.hasOwn(externalAccounts, subtype)) throw badRequest('Invalid external account type');
    return JSON.stringify({ subtype });
  }
  if (pattern === undefined) throw badRequest('Custom external account must define URL pattern');
  if (pattern.split('%(username)s').length !== 2) throw badRequest('Malformed URL pattern.');
  if (!URL.canParse(pattern) || !/^https?:\/\//.test(pattern)) throw badRequest('url_pattern is not a URL');
  return JSON.stringify({ subtype, url_pattern: pattern });
}

/** The JSON to store for a field's extra data. @throws if the data does not describe such a field */
export function checkedFieldData(type: FieldType, data: unknown): string {
  if (type === FieldType.choice) return checkedChoices(data ?? {});
  if (type === FieldType.externalAccount) return checkedAccount(data ?? {});
  return '';
}

/** The built-in kind of an external account field; undefined for other fields and for custom kinds. */
export function builtInAccountOf(type: FieldType, data: string): string | undefined {
  if (type !== FieldType.externalAccount) return undefined;
  const { subtype } = account.decode(parseColumn(data), 'field_data');
  return subtype === CUSTOM_EXTERNAL_ACCOUNT ? undefined : subtype;
}
