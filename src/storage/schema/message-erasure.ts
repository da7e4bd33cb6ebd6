// Messages that remain to be deleted because their sender was deactivated.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface MessageErasureTable {
  id: Generated<number>;
  organization_id: number;
  /** The sender of the messages. */
  account_id: number;
  /** Messages with lower ids remain; it decreases with every batch. */
  before_id: number;
  public_channels: Bit;
  private_channels: Bit;
  direct_messages: Bit;
}
