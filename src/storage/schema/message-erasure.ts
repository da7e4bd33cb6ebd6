// Messages that are still to be deleted because their sender was deactivated.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface MessageErasureTable {
  id: Generated<number>;
  organization_id: number;
  /** Whose messages. */
  account_id: number;
  /** Those with lower ids remain; it falls as batches are done. */
  before_id: number;
  public_channels: Bit;
  private_channels: Bit;
  direct_messages: Bit;
}
