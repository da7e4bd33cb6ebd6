// The library ships no types; this is what the test uses of it.

declare module 'zulip-js' {
  // biome-ignore lint/suspicious/noExplicitAny: the library is not typed
  type Call = (parameters?: Record<string, unknown>) => Promise<any>;
  interface Client {
    readonly messages: { send: Call; retrieve: Call; update: Call; flags: { add: Call; remove: Call } };
    readonly queues: { register: Call; deregister: Call };
    readonly events: { retrieve: Call };
    readonly users: { retrieve: Call };
    readonly streams: { retrieve: Call; subscriptions: { retrieve: Call } };
    readonly reactions: { add: Call; remove: Call };
  }
  export default function init(configuration: {
    username: string;
    apiKey: string;
    realm: string;
  }): Promise<Client>;
}
