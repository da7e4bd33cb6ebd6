// Checks that settings in an archive have values that could have been chosen.

import { isDeepStrictEqual } from 'node:util';
import type { Codec } from '../../api-contract/codec.ts';
import { userSettings } from '../../model/accounts/user-settings.ts';
import { InvalidValueError, parseRecord } from './json-values.ts';

/** The part of a setting's declaration that is needed to check its value. */
interface Declared {
  readonly codec: Codec<unknown>;
  readonly initial: unknown;
}

/** Returns a setting's stored value. It must be one that could have been chosen; "no limit" is stored as a special value. */
export function checkedSettingValue(name: string, value: unknown, { codec, initial }: Declared): unknown {
  const decoders = [() => codec.decode(value, name), () => codec.decode('unlimited', name)];
  const isDecoded = (decode: () => unknown) => {
    try {
      return isDeepStrictEqual(decode(), value);
    } catch {
      return false;
    }
  };
  if (isDeepStrictEqual(value, initial) || decoders.some(isDecoded)) return value;
  throw new InvalidValueError(`has an invalid value of "${name}".`);
}

const personalSettings: Readonly<Record<string, Declared>> = userSettings;

/** The personal settings that are known, with their values checked. */
export function checkedSettings(value: string): string {
  const entries = Object.entries(parseRecord(value)).flatMap(([name, setting]) => {
    const declared = Object.hasOwn(personalSettings, name) ? personalSettings[name] : undefined;
    return declared ? [[name, checkedSettingValue(name, setting, declared)]] : [];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
