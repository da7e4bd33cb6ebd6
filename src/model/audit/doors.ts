// The ways in that the audit log names: where somebody logged in, or failed to. Clients have words for each.

export const auditDoors = [
  'page',
  'fetch_api_key',
  'settings',
  'mail',
  'jwt',
  'directory',
  'provider',
  'mobile_flow',
  'desktop_flow',
  'desktop_app',
  'joining',
  'founding',
  'demo',
] as const;

export type AuditDoor = (typeof auditDoors)[number];
