// What the server's operator has granted the viewer beyond their role.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/api-types.ts';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';

export type Grants = Pick<AnswerOf<'get-own-grants'>, 'can_create_users' | 'can_change_user_emails'>;

const nothing: Grants = { can_create_users: false, can_change_user_emails: false };

/** The grants that apply to the viewer's role; only administrators have any. */
export function useGrants(): Grants {
  const { client } = useOrganization();
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const isOwner = useOrganizationState((state) => state.is_owner === true);
  const [granted, setGranted] = useState(nothing);
  useEffect(() => {
    if (!isAdministrator) return undefined;
    const aborter = new AbortController();
    void attempt(client.call('get-own-grants')).then(
      (answer) => answer && !aborter.signal.aborted && setGranted(answer),
    );
    return () => aborter.abort();
  }, [client, isAdministrator]);
  return {
    can_create_users: isAdministrator && granted.can_create_users,
    can_change_user_emails: isOwner && granted.can_change_user_emails,
  };
}
