// Fills organizations for a fleet of servers. People of an organization are in small channels, in which they send, and
// watchers are only in one with everyone, so that the load does not wake their polls.

import { join } from 'node:path';
import { openKeyring } from '../../src/server/keyring.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { createOrganization } from '../../src/stores/organizations/create-organization.ts';
import { temporaryDirectory } from '../processes.ts';
import type { BenchPerson } from './dataset.ts';
import { fillChannel, fillPeople } from './people.ts';

const PEOPLE_PER_CHANNEL = 10;

/** A small channel with its people. */
interface FleetChannel {
  readonly id: number;
  readonly people: readonly BenchPerson[];
}

export interface FleetOrganization {
  /** The host that selects it; empty for the first, which serves all other hosts. */
  readonly host: string;
  readonly channels: readonly FleetChannel[];
  readonly everyoneChannelId: number;
  /** People who are in no small channel. */
  readonly watchers: readonly BenchPerson[];
}

export interface FleetData {
  readonly directory: string;
  readonly organizations: readonly FleetOrganization[];
}

/** Fills demo organizations, which have no rate limits, with people each. */
export async function fillFleet(count: number, people: number, watchers: number): Promise<FleetData> {
  const directory = await temporaryDirectory();
  const keyring = await openKeyring(directory);
  const database = await ParleyDatabase.open({ url: undefined, file: join(directory, 'parley.db') });
  const organizations: FleetOrganization[] = [];
  try {
    for (let number = 0; number < count; number++) {
      const host = number === 0 ? '' : `o${number}.fleet.test`;
      const id = await createOrganization(database, keyring, { name: `Fleet ${number}`, host, isDemo: true });
      organizations.push(
        await database.write(id, async (writer) => {
          const created = await fillPeople(writer, keyring, people, people);
          const all = created.map((person, at): BenchPerson => ({ ...person, number: at, starred: [] }));
          const everyoneChannelId = await fillChannel(
            writer,
            'everyone',
            all.map((person) => person.id),
          );
          const senders = all.slice(watchers);
          const channels: FleetChannel[] = [];
          for (let from = 0; from < senders.length; from += PEOPLE_PER_CHANNEL) {
            const members = senders.slice(from, from + PEOPLE_PER_CHANNEL);
            const ids = members.map((person) => person.id);
            channels.push({
              id: await fillChannel(writer, `channel ${channels.length}`, ids),
              people: members,
            });
          }
          return { host, channels, everyoneChannelId, watchers: all.slice(0, watchers) };
        }),
      );
    }
  } finally {
    await database.close();
  }
  return { directory, organizations };
}
