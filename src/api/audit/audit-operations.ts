// The operations of this room.

import { getAuditLog } from './get-audit-log.ts';

export const auditOperations = [getAuditLog];
