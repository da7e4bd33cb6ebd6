// Listens with the JavaScript library without naming event types, as its users do. Its loop never ends, so it runs in its
// own process, which exits at the first event. Arguments: address, email, API key. Prints the event's type.

import zulipInit from 'zulip-js';

const [realm, username, apiKey] = process.argv.slice(2);
const client = await zulipInit({ realm, username, apiKey });
await client.callOnEachEvent(({ type }) => {
  process.stdout.write(type);
  process.exit(0);
});
