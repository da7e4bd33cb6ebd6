// The types of `delivered-events.mjs`, for tests.

export class DeliveredEvents {
  readonly environment: { readonly PARLEY_DELIVERED_EVENTS: string };
  missing(): string[];
  remove(): void;
}
