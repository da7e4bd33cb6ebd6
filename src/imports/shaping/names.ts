// Names of people, channels and files of other services, made such as names are here.

import { isLongerThan } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { textKey } from '../../model/text-key.ts';

function cut(text: string, most: number): string {
  return isLongerThan(text, most) ? [...text].slice(0, most).join('').trim() : text;
}

/** What somebody may be called; `otherwise` where nothing of it is left. */
export function fullNameOf(text: string, otherwise: string): string {
  const kept = text
    .replaceAll(/[*`\\>"@]|\p{C}/gu, ' ')
    .replace(/\|(\d+)$/, ' $1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return kept.length < 2 ? otherwise : cut(kept, limits.fullNameCodePoints);
}

/** Gives names of channels, each once. */
export class ChannelNames {
  readonly #keys = new Set<string>();

  /** The name itself where it fits and is free, else one like it. */
  take(text: string): string {
    const most = limits.channelNameCodePoints;
    const whole = text.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ' ').trim() || 'channel';
    for (let count = 1; ; count++) {
      const end = count === 1 ? '' : ` (${count})`;
      const name = `${cut(whole, most - end.length)}${end}`;
      const key = textKey(name);
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      return name;
    }
  }
}

/** So much of a name an address begins with, so that a counter has room. */
const ADDRESS_NAME = 50;

/** Gives addresses to those who have none: nobody can get mail there, and none is there twice. */
export class AddressesOfNobody {
  readonly #service: string;
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(service: string) {
    this.#service = service;
  }

  /** Keeps an address for whom the archive gives it to. */
  keep(email: string): void {
    this.#taken.add(textKey(email));
  }

  /** An address that begins with a name, as far as that is possible in one; at the service's own domain of nobody by default. */
  take(name: string, end = '', domain = `${this.#service}.invalid`): string {
    const kept = name.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '');
    const base = `${kept.slice(0, ADDRESS_NAME) || 'nobody'}${end}`;
    const counted = `${base}@${domain}`;
    for (let count = (this.#counts.get(counted) ?? 0) + 1; ; count++) {
      const address = `${base}${count === 1 ? '' : `-${count}`}@${domain}`;
      const key = textKey(address);
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      this.#counts.set(counted, count);
      return address;
    }
  }
}
