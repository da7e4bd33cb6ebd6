// The login methods that the audit log names. Clients have a label for each.

export const auditLoginMethods = [
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

export type AuditLoginMethod = (typeof auditLoginMethods)[number];
