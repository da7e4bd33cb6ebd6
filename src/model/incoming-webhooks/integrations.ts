// The integrations: services whose requests become messages. Clients list them when somebody makes an incoming webhook.

export interface Integration {
  /** As it stands in its address. */
  readonly name: string;
  readonly displayName: string;
}

export const integrations: readonly Integration[] = [
  { name: 'slack_incoming', displayName: 'Slack-compatible webhook' },
];

/** The integration as clients read it. None of them filters events or has options. */
export function wireIntegration({ name, displayName }: Integration) {
  return { name, display_name: displayName, all_event_types: null, config_options: [], url_options: [] };
}

/** Whether there is an integration of a name. */
export function isIntegration(name: string): boolean {
  return integrations.some((one) => one.name === name);
}
