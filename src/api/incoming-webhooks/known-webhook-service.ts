// Finds the webhook service that an address names.

import { ApiError } from '../../api-contract/error.ts';
import type { WebhookService } from '../../model/incoming-webhooks/webhook-service.ts';
import { findWebhookService } from '../../model/webhook-services/webhook-services.ts';

/** @throws 404 if there is none of that name */
export function knownWebhookService(name: string): WebhookService {
  const service = findWebhookService(name);
  if (!service) throw new ApiError(404, 'NOT_FOUND', `Unknown webhook service '${name}'.`);
  return service;
}
