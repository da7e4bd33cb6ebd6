// Email addresses of active people whose archive has none. The importing administrator provides them as a list or a
// domain; otherwise the archive is refused with a list of those people.

import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Notes } from '../records/notes.ts';
import type { GivenAddresses } from '../records/reader.ts';
import type { PlaceholderAddresses } from './names.ts';

/** The maximum number of people that the error lists. */
const MAX_LISTED = 50;

interface Unreachable {
  readonly id: string;
  readonly name: string;
}

/** Assigns addresses to active people who have none in the archive. */
export class MissingAddresses {
  readonly #addresses: GivenAddresses;
  readonly #unused: Set<string>;
  readonly #unreachable: Unreachable[] = [];

  constructor(addresses: GivenAddresses = {}) {
    this.#addresses = addresses;
    this.#unused = new Set(Object.keys(addresses.byId ?? {}));
  }

  /** The address that was provided for an id of the archive; it overrides the archive's own. */
  givenFor(id: string): string | undefined {
    this.#unused.delete(id);
    const { byId = {} } = this.#addresses;
    return Object.hasOwn(byId, id) ? byId[id] : undefined;
  }

  /** An address for an active person without one. If none can be made, `checkAllReachable` throws later. */
  assign(person: Unreachable, addresses: PlaceholderAddresses): string {
    const { domain } = this.#addresses;
    if (domain === undefined) this.#unreachable.push(person);
    return addresses.assign(person.id, '', domain);
  }

  /** @throws InvalidArchiveError with a list of the people who have no address */
  checkAllReachable(location: string, notes: Notes): void {
    notes.add('addresses in the list', 'no person in the archive has the ID', this.#unused.size);
    const { length } = this.#unreachable;
    if (length === 0) return;
    const peopleWithoutAddress = this.#unreachable
      .slice(0, MAX_LISTED)
      .map(({ id, name }) => `${name} (${id})`);
    const more = length > MAX_LISTED ? `, and ${length - MAX_LISTED} more` : '';
    throw new InvalidArchiveError(
      location,
      `${length} active ${length === 1 ? 'person has' : 'people have'} no email address: ${peopleWithoutAddress.join(', ')}${more}. ` +
        'Set their addresses with --addresses FILE (lines of id,address), or give each an address in a domain with --missing-addresses DOMAIN.',
    );
  }
}
