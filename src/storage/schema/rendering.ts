// An organization's additions to rendering: linkifiers, playgrounds, custom emoji.

import {
  bit,
  checkedJson,
  converted,
  generated,
  id,
  nullable,
  number,
  organizationId,
  text,
} from './column.ts';
import { included, kept, table } from './table.ts';

export const renderingTables = {
  linkifier: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      position: number,
      pattern: text,
      url_template: text,
      example_input: nullable(text),
      reverse_template: nullable(text),
      alternative_url_templates: checkedJson,
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  /** An external site that runs code blocks of a language. */
  playground: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      language: text,
      url_template: text,
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  custom_emoji: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      author_id: nullable(id('account')),
      file_name: converted(text, 'emoji file'),
      is_animated: bit,
      is_deactivated: bit,
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),
} as const;
