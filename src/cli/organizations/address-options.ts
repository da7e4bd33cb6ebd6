// Reads `--addresses FILE` and `--missing-addresses DOMAIN` of `organization import`: email addresses for
// people who have none in the archive.

import { readFile, stat } from 'node:fs/promises';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { codeOf } from '../../errors/error-detail.ts';
import type { GivenAddresses } from '../../imports/records/reader.ts';
import { textKey } from '../../model/text-key.ts';
import { isEmailAddress } from '../../stores/accounts/email-rules.ts';
import { UsageError } from '../usage.ts';

const MAXIMUM_BYTES = 16 * MEBIBYTE;
/** A header line, as spreadsheets write it. */
const HEADING = /^\W*(?:user[ _-]?)?id\W*[,;\t]/i;

/** Reads both flags. @throws UsageError for an invalid domain or line */
export async function givenAddresses(
  file: string | undefined,
  domain: string | undefined,
): Promise<GivenAddresses | undefined> {
  if (domain !== undefined && !isEmailAddress(`name@${domain}`))
    throw new UsageError(`--missing-addresses must be a domain like ship.example, not "${domain}".`, 2);
  const byId = file === undefined ? undefined : await addressesIn(file);
  return byId || domain ? { domain: domain?.toLowerCase(), byId } : undefined;
}

async function addressesIn(file: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const lineByAddress = new Map<string, number>();
  const lines = (await textOf(file)).split(/\r\n?|\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && HEADING.test(line))) continue;
    const errorFor = (reason: string) => new UsageError(`${file}, line ${index + 1}: ${reason}`);
    const [id = '', address = '', ...more] = line
      .split(/[,;\t]/)
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (id === '' || more.some((cell) => cell !== '')) throw errorFor('expected id,address.');
    if (!isEmailAddress(address))
      throw errorFor(`${JSON.stringify(address.slice(0, 100))} is not an email address.`);
    if (Object.hasOwn(found, id)) throw errorFor(`${JSON.stringify(id.slice(0, 100))} appears twice.`);
    const other = lineByAddress.get(textKey(address));
    if (other !== undefined) throw errorFor(`line ${other} has the same address.`);
    lineByAddress.set(textKey(address), index + 1);
    Object.defineProperty(found, id, { value: address, enumerable: true });
  }
  return found;
}

async function textOf(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAXIMUM_BYTES)
      throw new UsageError(`${file} is too large. The limit is ${MAXIMUM_BYTES / MEBIBYTE} MB.`);
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      codeOf(error) === 'ENOENT' ? `${file} does not exist.` : `Cannot read ${file} (${codeOf(error)}).`,
    );
  }
}
