// Listens with the JavaScript library as its users do, without naming types of events. Its loop never ends, so it has a
// process of its own, which ends at the first event. Arguments: address, email, API key. Prints the event's type.

import zulipInit from 'zulip-js';

const [realm, username, apiKey] = process.argv.slice(2);
const client = await zulipInit({ realm, username, apiKey });
await client.callOnEachEvent(({ type }) => {
  process.stdout.write(type);
  process.exit(0);
});
