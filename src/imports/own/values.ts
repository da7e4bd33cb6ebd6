// Converts the values of an archive's rows: every id in them is mapped. Refuses values that no Parley server
// would have written and that would be displayed or relied on.

import { canonicalGroupSetting, groupSettingValue } from '../../api-contract/group-setting.ts';
import { isAllowedHtml } from '../../markdown/allowed-html.ts';
import { auditKinds } from '../../model/audit/audit-kinds.ts';
import { isStorePath } from '../../model/exports/portable-archive.ts';
import type { SystemGroupIds } from '../../model/groups/system-groups.ts';
import type { OrganizationSetting } from '../../model/organizations/organization-setting.ts';
import {
  isOrganizationSetting,
  organizationSettings,
} from '../../model/organizations/organization-settings.ts';
import { parseUploadPath } from '../../model/uploads/path-id.ts';
import type { BulkValue } from '../../storage/bulk.ts';
import type { TableStructure } from '../../storage/rows/table-structure.ts';
import type { ColumnRule } from '../../storage/schema/column.ts';
import type { NumberedTable } from '../../storage/schema.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { columnRulesOf, numberedTables } from '../../stores/moving/moved-tables.ts';
import type { Ids } from '../write/ids.ts';
import { checkedSettings, checkedSettingValue } from './check-settings.ts';
import { InvalidValueError, parseJsonText, parseRecord } from './json-values.ts';
import type { OwnPlan, PresentIds } from './plan.ts';

export interface ValueContext {
  readonly plan: OwnPlan;
  readonly ids: Ids;
  readonly present: PresentIds;
  /** The ids of the system groups in the archive. */
  readonly systemGroupIds: SystemGroupIds;
  /** Profile fields, by their ids in the archive, whose values are lists of people. */
  readonly peopleFields: ReadonlySet<number>;
  /**
   * The id of the newest message in the archive; 0 if it has none. The next message that is sent receives the id
   * after it.
   */
  readonly newestMessageId: number;
}

type Row = readonly unknown[];
/** Returns the value of another column in the same row. */
type OtherColumn = (column: string) => unknown;

/** The rule for each column of a table, in order; undefined if values are unchanged. */
interface TableRules {
  readonly names: readonly string[];
  readonly rules: readonly (ColumnRule | undefined)[];
}

/** The table of the ids in an attribute of rendered texts. */
const attributeTables: Readonly<Record<string, NumberedTable>> = {
  ' data-user-id=': 'account',
  ' data-user-group-id=': 'user_group',
  ' data-stream-id=': 'channel',
};
const ATTRIBUTE = /( data-(?:user|user-group|stream)-id=)"(\d{1,15})"/g;
/** A tag of the HTML that Parley writes; in text, `<` is an entity. */
const TAG = /<[a-z](?:[^>"]|"[^"]*")*>/g;

/** Converts the values of rows. */
export class OwnValues {
  readonly #context: ValueContext;
  readonly #nobodyGroup: number;
  readonly #isMoved: boolean;
  readonly #tables = new Map<string, TableRules>();

  constructor(context: ValueContext) {
    this.#context = context;
    this.#nobodyGroup = context.systemGroupIds['role:nobody'];
    const { organizationId, archivedOrganizationId, shifts } = context.plan;
    this.#isMoved =
      organizationId !== archivedOrganizationId || Object.values(shifts).some((shift) => shift !== 0);
  }

  /** The values of a row of a table, in the order of its columns. @throws InvalidValueError */
  valuesOf(structure: TableStructure, row: Row): BulkValue[] {
    const { names, rules } = this.#rulesOf(structure);
    const otherColumn: OtherColumn = (column) => row[names.indexOf(column)];
    return rules.map((rule, at) => {
      const value = row[at] as BulkValue;
      if (!rule) return value;
      try {
        return this.#byRule(rule, value, otherColumn);
      } catch (error) {
        if (error instanceof InvalidValueError) error.column = names[at] ?? '';
        throw error;
      }
    });
  }

  #rulesOf(structure: TableStructure): TableRules {
    const cached = this.#tables.get(structure.name);
    if (cached) return cached;
    const columnRules = columnRulesOf(structure.name) ?? {};
    const numbered = numberedTables.find((table) => table === structure.name);
    const names = structure.columns.map(({ name }) => name);
    const rules = names.map((name): ColumnRule | undefined =>
      name === 'id' && numbered ? { is: 'id', of: numbered } : columnRules[name],
    );
    this.#tables.set(structure.name, { names, rules });
    return { names, rules };
  }

  #shiftedId(table: NumberedTable, id: number): number {
    return id + this.#context.plan.shifts[table];
  }

  /**
   * A mark may not exceed the newest message of the archive: otherwise messages written later would already be read
   * or deleted.
   */
  #mark(of: 'through' | 'before', id: number): number {
    const highest = this.#context.newestMessageId + (of === 'before' ? 1 : 0);
    return this.#shiftedId('message', Math.min(id, highest));
  }

  #byRule(rule: ColumnRule, value: BulkValue, otherColumn: OtherColumn): BulkValue {
    if (rule.is === 'organization') return this.#context.plan.organizationId;
    if (value === null) return null;
    if (typeof value === 'number') {
      if (value === 0) return value;
      if (rule.is === 'mark') return this.#mark(rule.of, value);
      return rule.is === 'id' ? this.#shiftedId(rule.of as NumberedTable, value) : value;
    }
    switch (rule.is) {
      case 'list':
        return this.#list(rule.of as NumberedTable, value);
      case 'draft recipients':
        return this.#list(otherColumn('type') === 'stream' ? 'channel' : 'account', value);
      case 'profile value':
        return this.#context.peopleFields.has(Number(otherColumn('field_id')))
          ? this.#list('account', value)
          : value;
      case 'text':
        return this.#context.ids.text(value);
      case 'html':
        return this.#html(value);
      case 'fragment':
        return this.#context.ids.text(`#${value}`).slice(1);
      case 'direct key':
        return this.#directKey(value);
      case 'emoji code':
        return otherColumn('reaction_type') === 'realm_emoji' && /^\d{1,15}$/.test(value)
          ? `${this.#shiftedId('custom_emoji', Number(value))}`
          : value;
      case 'path':
        return this.#path(value);
      case 'avatar':
        return pictureName(value, `avatars/${value}/small.png`);
      case 'email':
        // Mail is sent to this address as it is.
        if (!isEmailAddress(value)) throw new InvalidValueError('is not an email address.');
        return value;
      case 'emoji file':
        return pictureName(value, `emoji/${value}`);
      case 'submessage':
        return value.replace(/("key":\s*")(\d{1,15})(,)/g, (_, before: string, id: string, after: string) => {
          return `${before}${this.#shiftedId('account', Number(id))}${after}`;
        });
      case 'permissions':
        return this.#permissions(value);
      case 'organization settings':
        return this.#organizationSettings(value);
      case 'personal settings':
        return checkedSettings(value);
      case 'bot config':
        if (Object.values(parseRecord(value)).some((item) => typeof item !== 'string'))
          throw new InvalidValueError('is not a configuration.');
        return value;
      case 'audit kind':
        if (!Object.hasOwn(auditKinds, value)) throw new InvalidValueError('is not an audit kind.');
        return value;
      case 'audit details':
        return this.#auditDetails(value);
      case 'json':
        parseJsonText(value);
        return value;
      default:
        return value;
    }
  }

  /**
   * Maps a list of ids and drops those that the archive does not contain, since they may belong to something else
   * here.
   */
  #list(of: NumberedTable, value: string): string {
    const list = parseJsonText(value);
    if (!Array.isArray(list) || !list.every(Number.isSafeInteger))
      throw new InvalidValueError('is not a list of IDs.');
    const presentIds = this.#context.present[of as keyof PresentIds];
    return JSON.stringify(list.filter((id) => presentIds.has(id)).map((id) => this.#shiftedId(of, id)));
  }

  #directKey(value: string): string {
    const ids = value.split(',').map(Number);
    const fits = ids.every(
      (id, at) => this.#context.present.account.has(id) && (at === 0 || id > (ids[at - 1] ?? 0)),
    );
    if (!fits || ids.join(',') !== value) throw new InvalidValueError('does not name people in the archive.');
    return ids.map((id) => this.#shiftedId('account', id)).join(',');
  }

  #path(value: string): string {
    const upload = parseUploadPath(value);
    if (upload?.organizationId !== this.#context.plan.archivedOrganizationId)
      throw new InvalidValueError('is not the path of a file of the organization.');
    return this.#context.ids.path(value);
  }

  #html(value: string): string {
    if (!isAllowedHtml(value)) throw new InvalidValueError('contains HTML that Parley does not write.');
    if (!this.#isMoved) return value;
    const { plan, ids } = this.#context;
    const movedTag = (tag: string) =>
      tag
        .replace(ATTRIBUTE, (_, name: string, id: string) => {
          return `${name}"${this.#shiftedId(attributeTables[name] ?? 'account', Number(id))}"`;
        })
        .replace(/("\/user_avatars\/)(\d{1,15})(\/emoji\/)/g, `$1${plan.organizationId}$3`);
    // Only tags are changed: text that a person wrote may look like an attribute.
    return ids.text(value).replace(TAG, movedTag);
  }

  #permission(value: unknown): unknown {
    try {
      const decoded = groupSettingValue.decode(value, 'a permission');
      return canonicalGroupSetting(
        this.#context.ids.permission(decoded),
        this.#shiftedId('user_group', this.#nobodyGroup),
      );
    } catch {
      throw new InvalidValueError('contains a permission without a group or people.');
    }
  }

  #permissions(value: string): string {
    const entries = Object.entries(parseRecord(value)).map(([name, permission]) => [
      name,
      this.#permission(permission),
    ]);
    return JSON.stringify(Object.fromEntries(entries));
  }

  /** The name of a detail shows which kind of id it is (`model/audit/audit-details.ts`). */
  #auditDetails(value: string): string {
    const { ids } = this.#context;
    const newId = (of: 'account' | 'channel' | 'folder', id: unknown) =>
      typeof id === 'number' ? (ids.optional(of, id) ?? null) : null;
    const entries = Object.entries(parseRecord(value)).map(([name, value]): [string, unknown] => {
      if (name === 'user_ids') return [name, parseJsonText(this.#list('account', JSON.stringify(value)))];
      if (name === 'group_ids') return [name, parseJsonText(this.#list('user_group', JSON.stringify(value)))];
      if (name === 'stream_ids') return [name, parseJsonText(this.#list('channel', JSON.stringify(value)))];
      if (name === 'message_ids') return [name, this.#deletedMessages(value)];
      if (name.endsWith('_user_id')) return [name, newId('account', value)];
      if (name.endsWith('_stream_id')) return [name, newId('channel', value)];
      if (name.endsWith('_folder_id')) return [name, newId('folder', value)];
      if (name.endsWith('_permission')) return [name, this.#permission(value)];
      return [name, value];
    });
    return JSON.stringify(Object.fromEntries(entries));
  }

  /** Deleted messages are not in the archive. An id above its newest message will belong to another message. */
  #deletedMessages(ids: unknown): number[] {
    const isDeleted = (id: unknown): id is number =>
      Number.isSafeInteger(id) && Number(id) <= this.#context.newestMessageId;
    if (!Array.isArray(ids)) throw new InvalidValueError('is not a list of IDs.');
    return ids.filter(isDeleted).map((id) => this.#shiftedId('message', id));
  }

  #organizationSettings(value: string): string {
    const entries = Object.entries(parseRecord(value)).flatMap(([name, setting]) => {
      // The provider's key is not in the archive.
      if (!isOrganizationSetting(name) || name === 'gif_provider') return [];
      const declared: OrganizationSetting = organizationSettings[name];
      if (declared.kind === 'group') return [[name, this.#permission(setting)]];
      if (declared.kind === 'channel')
        return [
          [name, (typeof setting === 'number' && this.#context.ids.optional('channel', setting)) || -1],
        ];
      return [[name, checkedSettingValue(name, setting, declared)]];
    });
    return JSON.stringify(Object.fromEntries(entries));
  }
}

/** A name that becomes part of a path in the file store. Anything else could lead to files of others. */
function pictureName(name: string, path: string): string {
  if (name.includes('/') || !isStorePath(path)) throw new InvalidValueError('is not a picture file name.');
  return name;
}
