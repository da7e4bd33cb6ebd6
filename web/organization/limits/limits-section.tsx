// Quotas, for administrators. Each field saves its own value.

import { useEffect, useState } from 'preact/hooks';
import { useIsServerReachable } from '../../components/needs-server.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { QuotaField } from './quota-field.tsx';
import { kindName, type Quota } from './quota-texts.ts';

interface QuotaList {
  readonly quotas: readonly Quota[];
  readonly factor: number;
}

/** The quotas on the server; undefined until loaded. */
function useQuotas() {
  const { client } = useOrganization();
  const [limits, setLimits] = useState<QuotaList>();
  const isReachable = useIsServerReachable();
  useEffect(() => {
    if (!isReachable) return;
    let isCurrent = true;
    void attempt(client.call('get-quotas')).then((answer) => {
      if (isCurrent && answer) setLimits({ quotas: answer.quotas, factor: answer.administrator_factor });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, isReachable]);
  const change = (quotas: readonly Quota[]) => setLimits((last) => last && { ...last, quotas });
  return { limits, change };
}

export function LimitsSection() {
  const { limits, change } = useQuotas();
  const quotas = limits?.quotas ?? [];
  const kinds = [...new Set(quotas.map(({ kind }) => kind))];
  return (
    <section aria-label={t('sections.limits')} aria-busy={limits === undefined}>
      <p>
        {t('quotas.help')} {limits && t('quotas.administrators', { factor: limits.factor })}
      </p>
      {kinds.map((kind) => (
        <section key={kind} aria-label={kindName(kind)}>
          <h3>{kindName(kind)}</h3>
          {quotas
            .filter((quota) => quota.kind === kind)
            .map((quota) => (
              <QuotaField key={quota.name} quota={quota} onChanged={change} />
            ))}
        </section>
      ))}
    </section>
  );
}
