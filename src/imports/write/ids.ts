// What the ids of an archive become: they stay as they are where they are free, so that links go on leading where they led;
// else all of a kind are moved by the same number, which keeps their order.

import { createHash } from 'node:crypto';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';

/** Kinds of things whose ids are seen outside. */
const idKinds = [
  'account',
  'channel',
  'folder',
  'group',
  'message',
  'emoji',
  'linkifier',
  'profileField',
] as const;
export type IdKind = (typeof idKinds)[number];
export type IdShifts = Readonly<Record<IdKind, number>>;

/** All that is needed to tell ids, as plain data. */
export interface IdPlan {
  readonly shifts: IdShifts;
  /** Accounts of the archive that stand for another. */
  readonly aliases: ReadonlyMap<number, number>;
  readonly organizationId: number;
  /** The one that the archive's addresses of files name; undefined where they name none. */
  readonly archivedOrganizationId: number | undefined;
  /** The host that the organization is reached at: what links to another stays as it is. */
  readonly host: string;
  /** The ids that the archive has of kinds that others name. */
  readonly present: PresentIds;
}

export type PresentIds = Readonly<Record<'account' | 'channel' | 'folder' | 'group', ReadonlySet<number>>>;

/** Of an address the part before its end that tells its host. */
const LOOKED_BACK = 300;

/** Tells what ids become. */
export class Ids {
  readonly organizationId: number;
  readonly #plan: IdPlan;
  readonly #areKept: boolean;

  constructor(plan: IdPlan) {
    this.#plan = plan;
    this.organizationId = plan.organizationId;
    const { shifts, archivedOrganizationId } = plan;
    this.#areKept =
      idKinds.every((kind) => shifts[kind] === 0) &&
      (archivedOrganizationId === undefined || archivedOrganizationId === plan.organizationId);
  }

  of(kind: Exclude<IdKind, 'account'>, id: number): number {
    return id + this.#plan.shifts[kind];
  }

  account(id: number): number {
    return (this.#plan.aliases.get(id) ?? id) + this.#plan.shifts.account;
  }

  /** Whether the archive has what an id names: of another its number may be somebody else's here. */
  has(kind: keyof PresentIds, id: number): boolean {
    return this.#plan.present[kind].has(id);
  }

  /** The same for an id that may be missing, or may name nothing. */
  optional(kind: keyof PresentIds, id: number | null | undefined): number | null {
    if (id == null || !this.has(kind, id)) return null;
    return kind === 'account' ? this.account(id) : this.of(kind, id);
  }

  /** A permission with the ids of those people and groups that it names and the archive has. */
  permission(value: GroupSettingValue): GroupSettingValue {
    const { direct_members: members, direct_subgroups: subgroups } =
      typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
    const found = {
      direct_members: members.filter((id) => this.has('account', id)).map((id) => this.account(id)),
      direct_subgroups: subgroups.filter((id) => this.has('group', id)).map((id) => this.of('group', id)),
    };
    return typeof value === 'number' ? (found.direct_subgroups[0] ?? found) : found;
  }

  /** The path of an upload in the form that addresses have here; below this organization's, whoever it was said to be of. */
  path(pathId: string): string {
    return `${this.organizationId}/${standardPath(pathId.split('/').slice(1))}`;
  }

  /** A text whose links and mentions lead to what their ids have become. */
  text(text: string): string {
    const placed = text.includes('/user_uploads/') ? this.#uploadLinks(text) : text;
    if (this.#areKept || !/narrow|\|\d/.test(placed)) return placed;
    return (
      placed
        // Each address once: whoever wrote many into one word must not have each looked through to its end.
        .replace(/#narrow\/[^\s)>]+/g, (link, at: number) =>
          this.#leadsHere(placed, at) ? this.#narrow(link) : link,
        )
        .replace(/(@_?\*\*[^*\n]*\|)(\d+)(\*\*)/g, (_, before: string, id: string, after: string) => {
          return `${before}${this.account(Number(id))}${after}`;
        })
    );
  }

  #narrow(link: string): string {
    return link
      .replace(/(#narrow\/(?:stream|channel)\/)(\d+)/g, (_, before: string, id: string) => {
        return `${before}${this.of('channel', Number(id))}`;
      })
      .replace(
        /^(.*\/(?:near|with)\/)(\d+)/,
        (_, before: string, id: string) => `${before}${this.of('message', Number(id))}`,
      );
  }

  /** Whether an address whose last part begins at `at` names no host, or the organization's. */
  #leadsHere(text: string, at: number): boolean {
    let start = at;
    while (start > 0 && at - start < LOOKED_BACK && !/[\s()<>[\]"']/.test(text[start - 1] ?? '')) start--;
    const before = text.slice(start, at);
    const host = before.lastIndexOf('://');
    return host < 0 || before.slice(host + 3).split('/')[0] === this.#plan.host;
  }

  /** Of links that name a host those stay that lead to an organization which is not the archive's. */
  #uploadLinks(text: string): string {
    return text.replace(
      /([\p{L}\p{N}_]?)(\/user_uploads\/(?:thumbnail\/|download\/)?)(\d+)(\/[^\s)\]"'<>]+)/gu,
      (link, host: string, before: string, organization: string, rest: string) => {
        const isOwn = host === '' || Number(organization) === this.#plan.archivedOrganizationId;
        return isOwn ? `${host}${before}${this.path(`${organization}${rest}`)}` : link;
      },
    );
  }
}

/** The path of an upload below its organization; what older servers wrote gets a form of its own, always the same. */
function standardPath(parts: readonly string[]): string {
  const [shelf = '', secret = '', name, ...more] = parts;
  if (more.length === 0 && name && /^[0-9a-f]{1,2}$/.test(shelf) && /^[A-Za-z0-9_-]{24}$/.test(secret))
    return `${shelf.padStart(2, '0')}/${secret}/${name}`;
  const hash = createHash('sha256').update(parts.slice(0, -1).join('/')).digest();
  return `${hash.toString('hex', 0, 1)}/${hash.subarray(1, 19).toString('base64url')}/${parts.at(-1) ?? ''}`;
}
