// The message before or after a result, in one line. The line is rendered before its message is loaded, so that nothing
// moves. A press on it opens the result, as everywhere in the row.

import { plainText } from '../../components/plain-text.ts';
import { useMessage } from '../../hooks/use-message.ts';
import { useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { personIn } from '../../store/directory.ts';

export interface ContextLineProps {
  readonly side: 'before' | 'after';
  /** Its id: null if there is no such message, undefined while that is unknown. */
  readonly id: number | null | undefined;
}

export function ContextLine({ side, id }: ContextLineProps) {
  if (typeof id === 'number') return <Quoted key={id} id={id} />;
  const none = side === 'before' ? t('searching.noneBefore') : t('searching.noneAfter');
  return <p class="result-context none">{id === null && none}</p>;
}

function Quoted({ id }: { readonly id: number }) {
  const message = useMessage(id);
  const name = useOrganizationState((state) => message && personIn(state, message.sender_id)?.full_name);
  return (
    <p class="result-context" dir="auto">
      {message && (
        <>
          <b>{name ?? message.sender_full_name}</b> {plainText(message.content)}
        </>
      )}
    </p>
  );
}
