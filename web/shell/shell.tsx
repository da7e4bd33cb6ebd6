// The frame of the client: what stands while it opens, and then the views.

import { useEffect, useState } from 'preact/hooks';
import type { Organization } from '../link/organization.ts';
import { OrganizationContext, useOrganizationState } from '../link/use-organization.ts';
import { open } from './open.ts';

function Frame() {
  const name = useOrganizationState((state) => state.full_name);
  return (
    <form method="post" action="/accounts/logout/">
      <p>You are logged in as {name}.</p>
      <button type="submit">Log out</button>
    </form>
  );
}

/** The whole page. */
export function Shell() {
  const [organization, setOrganization] = useState<Organization>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    open(setOrganization, gone.signal).catch(() => {
      if (!gone.signal.aborted) setProblem('The server cannot be reached.');
    });
    return () => gone.abort();
  }, []);
  return (
    <main aria-busy={!organization && problem === ''}>
      <h1>Parley</h1>
      {problem !== '' && <p role="alert">{problem}</p>}
      {organization && (
        <OrganizationContext.Provider value={organization}>
          <Frame />
        </OrganizationContext.Provider>
      )}
    </main>
  );
}
