// Email addresses of active people whose archive tells none: given by the person who imports, as a list or as a domain. Without
// either the archive is refused with the list of those people.

import { ArchiveRefused } from '../archive/refusal.ts';
import type { Notes } from '../records/notes.ts';
import type { GivenAddresses } from '../records/reader.ts';
import type { AddressesOfNobody } from './names.ts';

/** So many people are listed in the refusal. */
const LISTED = 50;

interface Unreachable {
  readonly id: string;
  readonly name: string;
}

/** Gives addresses to active people who have none in the archive. */
export class MissingAddresses {
  readonly #given: GivenAddresses;
  readonly #unused: Set<string>;
  readonly #unreachable: Unreachable[] = [];

  constructor(given: GivenAddresses = {}) {
    this.#given = given;
    this.#unused = new Set(Object.keys(given.byId ?? {}));
  }

  /** The address that was given for an id of the archive; it goes before that of the archive. */
  givenFor(id: string): string | undefined {
    this.#unused.delete(id);
    const { byId = {} } = this.#given;
    return Object.hasOwn(byId, id) ? byId[id] : undefined;
  }

  /** An address for an active person without one; `refuseUnreachable` refuses where none can be made. */
  take(person: Unreachable, addresses: AddressesOfNobody): string {
    const { domain } = this.#given;
    if (domain === undefined) this.#unreachable.push(person);
    return addresses.take(person.id, '', domain);
  }

  /** Refuses the archive with a list of the people who would have no address. */
  refuseUnreachable(place: string, notes: Notes): void {
    notes.add('addresses in the list', 'no person of the archive has the id', this.#unused.size);
    const { length } = this.#unreachable;
    if (length === 0) return;
    const shown = this.#unreachable.slice(0, LISTED).map(({ id, name }) => `${name} (${id})`);
    const more = length > LISTED ? `, and ${length - LISTED} more` : '';
    throw new ArchiveRefused(
      place,
      `${length} active ${length === 1 ? 'person has' : 'people have'} no email address: ${shown.join(', ')}${more}. ` +
        'Give their addresses with --addresses FILE (lines of id,address), or --missing-addresses DOMAIN to give each an address there.',
    );
  }
}
