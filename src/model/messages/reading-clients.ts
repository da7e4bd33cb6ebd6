// Clients that people sit at: what is sent from one of them is read for its sender at once. (Reference
// behaviour: the heuristic by the client's name.)

const forPeople = new Set([
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

/** Whether what a client sends counts as read by its sender unless it says otherwise. */
export function readByDefault(client: string): boolean {
  const name = client.toLowerCase();
  return forPeople.has(name) || name.includes('desktop app');
}
