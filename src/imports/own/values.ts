// What the values of an archive's rows become: ids as they are here, wherever they stand. It refuses what no server of ours
// would have written, and would show or rely on.

import { canonicalGroupSetting, groupSettingValue } from '../../contract/group-setting.ts';
import { isKnownHtml } from '../../markdown/known-html.ts';
import { initialUserSettings } from '../../model/accounts/settings.ts';
import { isStorePath } from '../../model/exports/own-part.ts';
import type { SystemGroupIds } from '../../model/groups/system-groups.ts';
import {
  decodeOrganizationSettings,
  isOrganizationSetting,
  organizationSettings,
} from '../../model/organizations/settings.ts';
import { uploadPlace } from '../../model/uploads/path-id.ts';
import type { BulkValue } from '../../storage/bulk.ts';
import type { TableShape } from '../../storage/rows/shape.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import {
  type ColumnRule,
  type NumberedTable,
  numberedTables,
  rulesOf,
} from '../../stores/moving/moved-tables.ts';
import type { Ids } from '../write/ids.ts';
import type { OwnPlan, PresentIds } from './plan.ts';

/** Why a value is refused. */
export class WrongValue extends Error {
  /** Where it stands. */
  column = '';
}

export interface ValueContext {
  readonly plan: OwnPlan;
  readonly ids: Ids;
  readonly present: PresentIds;
  /** Of the archive. */
  readonly systemGroupIds: SystemGroupIds;
  /** Profile fields, by their ids in the archive, whose values are lists of people. */
  readonly peopleFields: ReadonlySet<number>;
}

type Values = Readonly<Record<string, unknown>>;
type Row = readonly unknown[];
/** Gives the value of another column of the same row. */
type Beside = (column: string) => unknown;

/** What becomes of each column of a table, in their order; undefined where it stays as it is. */
interface TableRules {
  readonly names: readonly string[];
  readonly rules: readonly (ColumnRule | undefined)[];
}

/** Makes values of rows. */
export class OwnValues {
  readonly #context: ValueContext;
  readonly #nobody: number;
  readonly #isMoved: boolean;
  readonly #tables = new Map<string, TableRules>();

  constructor(context: ValueContext) {
    this.#context = context;
    this.#nobody = context.systemGroupIds['role:nobody'];
    const { organizationId, archivedOrganizationId, shifts } = context.plan;
    this.#isMoved =
      organizationId !== archivedOrganizationId || Object.values(shifts).some((shift) => shift !== 0);
  }

  /** The values of a row of a table, in the order of its columns. @throws WrongValue */
  valuesOf(shape: TableShape, row: Row): BulkValue[] {
    const { names, rules } = this.#rulesOf(shape);
    const beside: Beside = (column) => row[names.indexOf(column)];
    return rules.map((rule, at) => {
      const value = row[at] as BulkValue;
      if (!rule) return value;
      try {
        return this.#byRule(rule, value, beside);
      } catch (error) {
        if (error instanceof WrongValue) error.column = names[at] ?? '';
        throw error;
      }
    });
  }

  #rulesOf(shape: TableShape): TableRules {
    const present = this.#tables.get(shape.name);
    if (present) return present;
    const own = rulesOf(shape.name) ?? {};
    const numbered = numberedTables.find((table) => table === shape.name);
    const names = shape.columns.map(({ name }) => name);
    const rules = names.map((name): ColumnRule | undefined =>
      name === 'id' && numbered ? { is: 'id', of: numbered } : own[name],
    );
    this.#tables.set(shape.name, { names, rules });
    return { names, rules };
  }

  #moved(table: NumberedTable, id: number): number {
    return id + this.#context.plan.shifts[table];
  }

  #byRule(rule: ColumnRule, value: BulkValue, beside: Beside): BulkValue {
    if (rule.is === 'organization') return this.#context.plan.organizationId;
    if (value === null) return null;
    if (typeof value === 'number') {
      const names = (rule.is === 'id' || rule.is === 'mark') && value !== 0;
      return names ? this.#moved(rule.of, value) : value;
    }
    switch (rule.is) {
      case 'list':
        return this.#list(rule.of, value);
      case 'draft recipients':
        return this.#list(beside('type') === 'stream' ? 'channel' : 'account', value);
      case 'profile value':
        return this.#context.peopleFields.has(Number(beside('field_id')))
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
        return beside('reaction_type') === 'realm_emoji' && /^\d{1,15}$/.test(value)
          ? `${this.#moved('custom_emoji', Number(value))}`
          : value;
      case 'path':
        return this.#path(value);
      case 'avatar':
        return pictureName(value, `avatars/${value}/small.png`);
      case 'email':
        // Mails go to it as it stands.
        if (!isEmailAddress(value)) throw new WrongValue('is no email address.');
        return value;
      case 'emoji file':
        return pictureName(value, `emoji/${value}`);
      case 'submessage':
        return value.replace(/("key":\s*")(\d{1,15})(,)/g, (_, before: string, id: string, after: string) => {
          return `${before}${this.#moved('account', Number(id))}${after}`;
        });
      case 'permissions':
        return this.#permissions(value);
      case 'organization settings':
        return this.#organizationSettings(value);
      case 'personal settings':
        return keptSettings(value, initialUserSettings);
      case 'bot config':
        if (Object.values(recordIn(value)).some((one) => typeof one !== 'string'))
          throw new WrongValue('is no configuration.');
        return value;
      case 'json':
        parsed(value);
        return value;
      default:
        return value;
    }
  }

  /** Of ids those that the archive has: of another its number may be somebody else's here. */
  #list(of: NumberedTable, value: string): string {
    const list = parsed(value);
    if (!Array.isArray(list) || !list.every(Number.isSafeInteger)) throw new WrongValue('is no list of ids.');
    const present = this.#context.present[of as keyof PresentIds];
    return JSON.stringify(list.filter((id) => present.has(id)).map((id) => this.#moved(of, id)));
  }

  #directKey(value: string): string {
    const ids = value.split(',').map(Number);
    const fits = ids.every(
      (id, at) => this.#context.present.account.has(id) && (at === 0 || id > (ids[at - 1] ?? 0)),
    );
    if (!fits || ids.join(',') !== value) throw new WrongValue('does not name people of the archive.');
    return ids.map((id) => this.#moved('account', id)).join(',');
  }

  #path(value: string): string {
    const place = uploadPlace(value);
    if (place?.organizationId !== this.#context.plan.archivedOrganizationId)
      throw new WrongValue('is no path of a file of the organization.');
    return this.#context.ids.path(value);
  }

  #html(value: string): string {
    if (!isKnownHtml(value)) throw new WrongValue('holds HTML that Parley does not write.');
    if (!this.#isMoved) return value;
    const { plan, ids } = this.#context;
    return ids
      .text(value)
      .replace(/( data-user-id=")(\d{1,15})"/g, (_, before: string, id: string) => {
        return `${before}${this.#moved('account', Number(id))}"`;
      })
      .replace(/( data-user-group-id=")(\d{1,15})"/g, (_, before: string, id: string) => {
        return `${before}${this.#moved('user_group', Number(id))}"`;
      })
      .replace(/( data-stream-id=")(\d{1,15})"/g, (_, before: string, id: string) => {
        return `${before}${this.#moved('channel', Number(id))}"`;
      })
      .replace(/("\/user_avatars\/)(\d{1,15})(\/emoji\/)/g, `$1${plan.organizationId}$3`);
  }

  #permission(value: unknown): unknown {
    try {
      const told = groupSettingValue.decode(value, 'a permission');
      return canonicalGroupSetting(
        this.#context.ids.permission(told),
        this.#moved('user_group', this.#nobody),
      );
    } catch {
      throw new WrongValue('holds a permission that names neither a group nor people.');
    }
  }

  #permissions(value: string): string {
    const entries = Object.entries(recordIn(value)).map(([name, one]) => [name, this.#permission(one)]);
    return JSON.stringify(Object.fromEntries(entries));
  }

  #organizationSettings(value: string): string {
    const initial: Values = { ...decodeOrganizationSettings('{}', this.#context.systemGroupIds) };
    const entries = Object.entries(recordIn(value)).flatMap(([name, one]) => {
      if (!isOrganizationSetting(name)) return [];
      const { kind } = organizationSettings[name];
      if (kind === 'group') return [[name, this.#permission(one)]];
      if (kind === 'channel')
        return [[name, (typeof one === 'number' && this.#context.ids.optional('channel', one)) || -1]];
      return [[name, ofKind(name, one, initial[name])]];
    });
    return JSON.stringify(Object.fromEntries(entries));
  }
}

/** A name that becomes a part of a path of the store: whatever else it held could lead to files of others. */
function pictureName(name: string, path: string): string {
  if (name.includes('/') || !isStorePath(path)) throw new WrongValue('is no name of a picture.');
  return name;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongValue('is no JSON.');
  }
}

function recordIn(text: string): Values {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongValue('is no record.');
  return value as Values;
}

/** A setting's value, which has to be of the kind that its initial one is of. */
function ofKind(name: string, value: unknown, initial: unknown): unknown {
  const isSame = typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial);
  if (isSame || value === null || initial === null) return value;
  throw new WrongValue(`has a value of "${name}" that is of another kind.`);
}

/** Personal settings, those that are known. */
function keptSettings(value: string, initial: Values): string {
  const entries = Object.entries(recordIn(value)).flatMap(([name, one]) =>
    Object.hasOwn(initial, name) ? [[name, ofKind(name, one, initial[name])]] : [],
  );
  return JSON.stringify(Object.fromEntries(entries));
}
