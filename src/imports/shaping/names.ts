// Converts names of people, channels and files of other services to valid ones.

import { isLongerThan } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { textKey } from '../../model/text-key.ts';

function truncate(text: string, max: number): string {
  return isLongerThan(text, max) ? [...text].slice(0, max).join('').trim() : text;
}

/** A valid full name; `otherwise` if nothing of the text is usable. */
export function fullNameOf(text: string, otherwise: string): string {
  const cleaned = text
    .replaceAll(/[*`\\>"@]|\p{C}/gu, ' ')
    .replace(/\|(\d+)$/, ' $1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cleaned.length < 2 ? otherwise : truncate(cleaned, limits.fullNameCodePoints);
}

/** Assigns unique names to channels. */
export class ChannelNames {
  readonly #keys = new Set<string>();

  /** The name itself if it is valid and free, otherwise a similar one. */
  assign(text: string): string {
    const max = limits.channelNameCodePoints;
    const base = text.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ' ').trim() || 'channel';
    for (let count = 1; ; count++) {
      const end = count === 1 ? '' : ` (${count})`;
      const name = `${truncate(base, max - end.length)}${end}`;
      const key = textKey(name);
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      return name;
    }
  }
}

/** How much of a name an address begins with, leaving space for a counter. */
const MAX_ADDRESS_NAME = 50;

/** Generates unique addresses that cannot receive mail. */
export class PlaceholderAddresses {
  readonly #service: string;
  readonly #takenAddresses = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(service: string) {
    this.#service = service;
  }

  /** Reserves an address that the archive assigns to a person. */
  reserve(email: string): void {
    this.#takenAddresses.add(textKey(email));
  }

  /**
   * An address that begins with a name, as far as its characters are valid; by default at a domain that cannot
   * receive mail.
   */
  assign(name: string, end = '', domain = `${this.#service}.invalid`): string {
    const cleaned = name.toLowerCase().replaceAll(/[^a-z0-9._-]/g, '');
    const base = `${cleaned.slice(0, MAX_ADDRESS_NAME) || 'nobody'}${end}`;
    const countKey = `${base}@${domain}`;
    for (let count = (this.#counts.get(countKey) ?? 0) + 1; ; count++) {
      const address = `${base}${count === 1 ? '' : `-${count}`}@${domain}`;
      const key = textKey(address);
      if (this.#takenAddresses.has(key)) continue;
      this.#takenAddresses.add(key);
      this.#counts.set(countKey, count);
      return address;
    }
  }
}
