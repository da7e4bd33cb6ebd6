// An organization's additions to rendering: linkifiers, playgrounds, custom emoji.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface LinkifierTable {
  id: Generated<number>;
  organization_id: number;
  position: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: Json;
}

/** An external site that runs code blocks of a language. */
export interface PlaygroundTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  language: string;
  url_template: string;
}

export interface CustomEmojiTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  is_animated: Bit;
  is_deactivated: Bit;
}
