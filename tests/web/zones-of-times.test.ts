// Which time zone decides: that of the device for times that the client offers, that of the account for quiet
// hours. Both are tested on devices in two zones, with an account in a third one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { muteTimes, offeredTimes } from '../../web/lib/offered-times.ts';
import { personQuietUntil } from '../../web/store/quiet-time.ts';

const ME = 1;
/** Friday, 23:30 in Tokyo, 15:30 in Berlin, 9:30 in New York. */
const NOW = Date.UTC(2026, 10, 27, 14, 30) / 1000;
const state = {
  user_id: ME,
  user_settings: { timezone: 'Europe/Berlin' },
  do_not_disturb: {
    [ME]: {
      paused_until: 0,
      quiet_hours: { enabled: true, days: [5], from: '15:00', to: '08:00' },
      allowed_senders: [],
      timezone: 'Europe/Berlin',
    },
  },
} as unknown as State;

for (const [zone, tomorrow, monday] of [
  ['Asia/Tokyo', Date.UTC(2026, 10, 28, 0), Date.UTC(2026, 10, 30, 0)],
  ['America/New_York', Date.UTC(2026, 10, 28, 14), Date.UTC(2026, 10, 30, 14)],
] as const)
  describe(`on a device in ${zone}, for an account in Europe/Berlin`, () => {
    /** Runs a test in the zone. The platform reads the variable again when it changes. */
    const inZone = (name: string, run: () => void) =>
      test(name, (t) => {
        const before = process.env.TZ;
        t.after(() => {
          if (before === undefined) delete process.env.TZ;
          else process.env.TZ = before;
        });
        process.env.TZ = zone;
        run();
      });

    inZone('offers mornings in the zone of the device', () => {
      const now = new Date(NOW * 1000);
      const ends = new Map(muteTimes(now).map(({ name, at }) => [name, at * 1000]));
      assert.deepEqual([ends.get('tomorrow'), ends.get('monday')], [tomorrow, monday]);
      const offered = new Map(offeredTimes(now).map(({ name, at }) => [name, at]));
      assert.equal((offered.get('tomorrow') ?? 0) * 1000, tomorrow);
      for (const name of ['tomorrow', 'nextMonday'] as const)
        assert.equal(new Date((offered.get(name) ?? 0) * 1000).getHours(), 9);
    });

    inZone('is quiet during the quiet hours in the zone of the account', () => {
      assert.equal(personQuietUntil(state, ME, NOW), Date.UTC(2026, 10, 28, 7) / 1000);
      assert.equal(personQuietUntil(state, ME, NOW - 3600), null);
    });
  });
