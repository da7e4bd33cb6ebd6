// What whoever runs the server has granted to whoever looks, beyond what a role lets them do.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/api-types.ts';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';

export type Grants = Pick<AnswerOf<'get-own-grants'>, 'can_create_users' | 'can_change_user_emails'>;

const nothing: Grants = { can_create_users: false, can_change_user_emails: false };

/** The grants that count in one's role: nobody but administrators has any. */
export function useGrants(): Grants {
  const { client } = useOrganization();
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const isOwner = useOrganizationState((state) => state.is_owner === true);
  const [granted, setGranted] = useState(nothing);
  useEffect(() => {
    if (!isAdministrator) return undefined;
    const isCurrent = new AbortController();
    void attempt(client.call('get-own-grants')).then(
      (answer) => answer && !isCurrent.signal.aborted && setGranted(answer),
    );
    return () => isCurrent.abort();
  }, [client, isAdministrator]);
  return {
    can_create_users: isAdministrator && granted.can_create_users,
    can_change_user_emails: isOwner && granted.can_change_user_emails,
  };
}
