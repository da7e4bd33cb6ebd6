// Short words on what just happened, with a way to take it back, said by screen readers. They have a place of their own and cover
// nothing: below the sidebar, and in narrower windows between what one reads and what one writes.

import { t } from '../i18n/words.ts';
import { Button, IconButton } from './button.tsx';
import { Shown } from './shown.ts';
import { useShown } from './use-shown.ts';

interface Saying {
  readonly text: string;
  readonly isProblem: boolean;
  /** It stays until it is closed. */
  readonly isLasting: boolean;
  /** Where it is not in the language of the page. */
  readonly lang?: string | undefined;
  readonly action?: { readonly label: string; readonly onChoose: () => void } | undefined;
}

const sayings = new Shown<Saying>();
/** Long enough to read and to reach the button; problems stay until they are closed. */
const SHOWN_MILLISECONDS = 6000;
const AT_MOST = 3;

/** Says something for some seconds. */
export function say(text: string, action?: Saying['action']): void {
  const saying: Saying = { text, isProblem: false, isLasting: false, action };
  show(saying);
  setTimeout(() => sayings.remove(saying), SHOWN_MILLISECONDS);
}

/** Says what went wrong, until it is closed. */
export function sayProblem(text: string, action?: Saying['action'], lang?: string): void {
  show({ text, isProblem: true, isLasting: true, action, lang });
}

/** Offers something, until it is closed. */
export function offer(text: string, action: Saying['action']): void {
  show({ text, isProblem: false, isLasting: true, action });
}

/** What is said takes the place of what was said before it; what lasts stays beside it. */
function show(saying: Saying): void {
  const replaced = sayings.items.filter(({ text, isLasting }) => text === saying.text || !isLasting);
  for (const one of replaced) sayings.remove(one);
  const oldest = sayings.items.slice(0, -(AT_MOST - 1));
  if (sayings.items.length >= AT_MOST) for (const one of oldest) sayings.remove(one);
  sayings.add(saying);
}

/** Where they are shown: once, where the shell puts it. */
export function StatusLine() {
  const shown = useShown(sayings);
  return (
    <div class="status-line" role="status">
      {shown.map((saying) => (
        <div key={saying.text} class={`saying ${saying.isProblem ? 'problem' : ''}`}>
          <span lang={saying.lang}>{saying.text}</span>
          {saying.action && (
            <Button
              onClick={() => {
                sayings.remove(saying);
                saying.action?.onChoose();
              }}
            >
              {saying.action.label}
            </Button>
          )}
          <IconButton name={t('parts.close')} icon="close" onClick={() => sayings.remove(saying)} />
        </div>
      ))}
    </div>
  );
}
