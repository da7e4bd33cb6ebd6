// A custom emoji of an organization. Deactivated ones are not deleted, because old messages and reactions show them.

import type { Row } from '../../storage/schema.ts';

export interface CustomEmoji {
  readonly id: number;
  readonly name: string;
  readonly authorId: number | null;
  readonly fileName: string;
  readonly isAnimated: boolean;
  readonly isDeactivated: boolean;
}

export function emojiOf(row: Row<'custom_emoji'>): CustomEmoji {
  return {
    id: row.id,
    name: row.name,
    authorId: row.author_id,
    fileName: row.file_name,
    isAnimated: row.is_animated === 1,
    isDeactivated: row.is_deactivated === 1,
  };
}
