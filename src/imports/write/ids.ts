// Maps the ids of an archive. They stay the same where they are free, so that links remain valid; otherwise all ids
// of a kind are shifted by the same number, which keeps their order.

import { createHash } from 'node:crypto';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';

/** Kinds of objects whose ids are visible outside the database. */
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

/** Everything that is needed to map ids, as plain data. */
export interface IdPlan {
  readonly shifts: IdShifts;
  /** Accounts of the archive that stand for another one. */
  readonly aliases: ReadonlyMap<number, number>;
  readonly organizationId: number;
  /** The id in the archive's addresses of files; undefined if they contain none. */
  readonly archivedOrganizationId: number | undefined;
  /** The organization's host: links to other hosts stay unchanged. */
  readonly host: string;
  /** The ids in the archive of the kinds that others refer to. */
  readonly present: PresentIds;
}

export type PresentIds = Readonly<Record<'account' | 'channel' | 'folder' | 'group', ReadonlySet<number>>>;

/** How far to look back from the end of an address for its host. */
const MAX_LOOK_BACK = 300;

/** Maps ids. */
export class Ids {
  readonly organizationId: number;
  readonly #plan: IdPlan;
  readonly #areUnchanged: boolean;

  constructor(plan: IdPlan) {
    this.#plan = plan;
    this.organizationId = plan.organizationId;
    const { shifts, archivedOrganizationId } = plan;
    this.#areUnchanged =
      idKinds.every((kind) => shifts[kind] === 0) &&
      (archivedOrganizationId === undefined || archivedOrganizationId === plan.organizationId);
  }

  of(kind: Exclude<IdKind, 'account'>, id: number): number {
    return id + this.#plan.shifts[kind];
  }

  account(id: number): number {
    return (this.#plan.aliases.get(id) ?? id) + this.#plan.shifts.account;
  }

  /** Whether the archive contains the object with an id: otherwise the same number may be something else here. */
  has(kind: keyof PresentIds, id: number): boolean {
    return this.#plan.present[kind].has(id);
  }

  /** The new id, or null for one that is missing or unknown. */
  optional(kind: keyof PresentIds, id: number | null | undefined): number | null {
    if (id == null || !this.has(kind, id)) return null;
    return kind === 'account' ? this.account(id) : this.of(kind, id);
  }

  /** A permission with the new ids; unknown people and groups are removed. */
  permission(value: GroupSettingValue): GroupSettingValue {
    const { direct_members: members, direct_subgroups: subgroups } =
      typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
    const found = {
      direct_members: members.filter((id) => this.has('account', id)).map((id) => this.account(id)),
      direct_subgroups: subgroups.filter((id) => this.has('group', id)).map((id) => this.of('group', id)),
    };
    return typeof value === 'number' ? (found.direct_subgroups[0] ?? found) : found;
  }

  /** The path of an upload in this server's form, always below this organization, even if it names another one. */
  path(pathId: string): string {
    return `${this.organizationId}/${standardPath(pathId.split('/').slice(1))}`;
  }

  /** A text with the new ids in links and mentions. */
  text(text: string): string {
    const withUploads = text.includes('/user_uploads/') ? this.#uploadLinks(text) : text;
    if (this.#areUnchanged || !/narrow|\|\d/.test(withUploads)) return withUploads;
    return (
      withUploads
        // Matches end at white space: a long word with many addresses must not be scanned to its end for each of them.
        .replace(/#narrow\/[^\s)>]+/g, (link, at: number) =>
          this.#isOwnLink(withUploads, at) ? this.#narrow(link) : link,
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

  /** Whether an address whose fragment begins at `at` has no host, or the organization's. */
  #isOwnLink(text: string, at: number): boolean {
    let start = at;
    while (start > 0 && at - start < MAX_LOOK_BACK && !/[\s()<>[\]"']/.test(text[start - 1] ?? '')) start--;
    const before = text.slice(start, at);
    const host = before.lastIndexOf('://');
    return host < 0 || before.slice(host + 3).split('/')[0] === this.#plan.host;
  }

  /** Links with a host stay unchanged if they lead to an organization other than the archive's. */
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

/** The path of an upload below its organization; paths of older servers are converted, always in the same way. */
function standardPath(parts: readonly string[]): string {
  const [prefix = '', secret = '', name, ...more] = parts;
  if (more.length === 0 && name && /^[0-9a-f]{1,2}$/.test(prefix) && /^[A-Za-z0-9_-]{24}$/.test(secret))
    return `${prefix.padStart(2, '0')}/${secret}/${name}`;
  const hash = createHash('sha256').update(parts.slice(0, -1).join('/')).digest();
  return `${hash.toString('hex', 0, 1)}/${hash.subarray(1, 19).toString('base64url')}/${parts.at(-1) ?? ''}`;
}
