// Finds the integration that an address names.

import { ApiError } from '../../api-contract/error.ts';
import type { WebhookService } from '../../model/incoming-webhooks/webhook-service.ts';
import { findWebhookService } from '../../model/webhook-services/webhook-services.ts';

/** @throws 404 if there is none of that name */
export function knownIntegration(name: string): WebhookService {
  const integration = findWebhookService(name);
  if (!integration) throw new ApiError(404, 'NOT_FOUND', `Unknown webhook service '${name}'.`);
  return integration;
}
