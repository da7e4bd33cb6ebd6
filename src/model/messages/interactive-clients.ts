// Clients that people use directly: messages sent from one of them are read for their sender on arrival.
// (As in the reference server: the heuristic by the client's name.)

const interactiveClients = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipflutter',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** Whether messages from a client are read for their sender, unless the client requests otherwise. */
export function isReadBySenderByDefault(client: string): boolean {
  const name = client.toLowerCase();
  return interactiveClients.has(name) || name.includes('desktop app');
}
