// The Markdown renderer with its libraries: a chunk of its own, loaded when the user starts writing.

import { provideTools } from '../../src/markdown/tools-in-browser.ts';
import { namedCharacter } from '../components/rendered.ts';
import { untilOnline } from '../components/until-online.ts';
import { type Echo, echoOf } from '../store/echo.ts';
import { type Libraries, rendererTools } from './echo-tools.ts';
import { emojiData } from './emoji.ts';
import { LazyValue } from './lazy-value.ts';
import type { Organization } from './organization.ts';

const libraries: Libraries = { namedCharacter };
const katex = new LazyValue(() => import('katex'), untilOnline);
const re2js = new LazyValue(() => import('re2js'), untilOnline);
provideTools(rendererTools(libraries));

function hasFormula(content: string, { state }: Organization): boolean {
  if (content.includes('$$')) return true;
  const hasFence = content.includes('```') || content.includes('~~~');
  return hasFence && /math/i.test(`${content} ${state.realm_default_code_block_language}`);
}

const hasPatterns = ({ state }: Organization) => (state.realm_linkifiers?.length ?? 0) > 0;

/** Loads the libraries that a text needs, unless they are loaded. */
export async function prepare(organization: Organization, content: string): Promise<void> {
  const [emoji, formulas, patterns] = await Promise.all([
    libraries.emoji ?? emojiData(),
    libraries.formulas ?? (hasFormula(content, organization) ? katex.get() : undefined),
    libraries.patterns ?? (hasPatterns(organization) ? re2js.get() : undefined),
  ]);
  libraries.emoji = emoji;
  if (formulas) libraries.formulas = formulas;
  if (patterns) libraries.patterns = patterns;
}

/** The local echo of a text; undefined if a library it needs is not loaded. */
export function render(organization: Organization, content: string): Echo | undefined {
  if (!libraries.emoji || (hasFormula(content, organization) && !libraries.formulas)) return undefined;
  if (hasPatterns(organization) && !libraries.patterns) return undefined;
  const { state, ownId } = organization;
  return echoOf({ state, ownId, organizationUrl: location.origin }, content);
}
