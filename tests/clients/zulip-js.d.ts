// Types for the parts of the library that the test uses; it ships none.

declare module 'zulip-js' {
  // biome-ignore lint/suspicious/noExplicitAny: the library is not typed
  type Call = (parameters?: Record<string, unknown>) => Promise<any>;
  interface Client {
    callEndpoint(endpoint: string, method?: string, parameters?: Record<string, unknown>): ReturnType<Call>;
    /** Runs until the callback throws. */
    callOnEachEvent(
      callback: (event: { type: string }) => void,
      eventTypes?: readonly string[],
    ): Promise<void>;
    readonly accounts: { retrieve: Call };
    readonly messages: {
      send: Call;
      retrieve: Call;
      render(parameters: string | Record<string, unknown>): ReturnType<Call>;
      update: Call;
      flags: { add: Call; remove: Call };
      getById: Call;
      getHistoryById: Call;
      deleteReactionById: Call;
      deleteById: Call;
    };
    readonly queues: { register: Call; deregister: Call };
    readonly events: { retrieve: Call };
    readonly users: {
      retrieve: Call;
      create: Call;
      me: {
        getProfile: Call;
        subscriptions: { add: Call; remove: Call };
        alertWords: { retrieve: Call };
      };
    };
    readonly streams: {
      retrieve: Call;
      getStreamId(parameters: string | Record<string, unknown>): ReturnType<Call>;
      subscriptions: { retrieve: Call };
      topics: { retrieve: Call };
      deleteById: Call;
    };
    readonly reactions: { add: Call; remove: Call };
    readonly emojis: { retrieve: Call };
    readonly typing: { send: Call };
    readonly server: { settings: Call };
  }
  type Configuration =
    | { username: string; apiKey: string; realm: string }
    | { username: string; password: string; realm: string }
    | { zuliprc: string };
  export default function init(configuration: Configuration): Promise<Client>;
}
