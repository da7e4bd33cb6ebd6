// Operations on the audit log.

import { getAuditLog } from './get-audit-log.ts';

export const auditOperations = [getAuditLog];
