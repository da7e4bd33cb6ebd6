// Settings in an archive: whether their values are such as somebody could have chosen.

import { isDeepStrictEqual } from 'node:util';
import type { Codec } from '../../api-contract/codec.ts';
import { userSettings } from '../../model/accounts/settings.ts';
import { recordIn, WrongValue } from './json-values.ts';

/** What a setting is declared with, as far as its value is looked at. */
interface Declared {
  readonly codec: Codec<unknown>;
  readonly initial: unknown;
}

/** A setting's value as it is kept. It has to be one that somebody could have chosen; some are kept as what stands for no bound. */
export function keptValue(name: string, value: unknown, { codec, initial }: Declared): unknown {
  const ways = [() => codec.decode(value, name), () => codec.decode('unlimited', name)];
  const isChosen = (way: () => unknown) => {
    try {
      return isDeepStrictEqual(way(), value);
    } catch {
      return false;
    }
  };
  if (isDeepStrictEqual(value, initial) || ways.some(isChosen)) return value;
  throw new WrongValue(`has a value of "${name}" that nobody can choose.`);
}

const personalSettings: Readonly<Record<string, Declared>> = userSettings;

/** Personal settings, those that are known. */
export function keptSettings(value: string): string {
  const entries = Object.entries(recordIn(value)).flatMap(([name, one]) => {
    const declared = Object.hasOwn(personalSettings, name) ? personalSettings[name] : undefined;
    return declared ? [[name, keptValue(name, one, declared)]] : [];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
