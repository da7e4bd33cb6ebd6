// The frame of the client. It says who is logged in; the views come into it.

import { useEffect, useState } from 'preact/hooks';
import { ParleyClient } from '../../client/parley-client.ts';
import { ParleyError } from '../../client/parley-error.ts';

async function ownName(signal: AbortSignal): Promise<string> {
  const table = await (await fetch('/api/client-table.json', { signal })).json();
  const client = new ParleyClient({ url: '', prefix: '/json', table });
  const { full_name } = await client.call('get-own-user', {}, { signal });
  return full_name;
}

function logInAgain(): void {
  const here = `${location.pathname}${location.search}${location.hash}`;
  location.assign(`/login/?next=${encodeURIComponent(here)}`);
}

/** What stands where there is no view. */
export function Shell() {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const gone = new AbortController();
    ownName(gone.signal).then(setName, (error: unknown) => {
      if (gone.signal.aborted) return;
      if (error instanceof ParleyError && error.status === 401) logInAgain();
      else setProblem('The server cannot be reached.');
    });
    return () => gone.abort();
  }, []);
  return (
    <main aria-busy={name === '' && problem === ''}>
      <h1>Parley</h1>
      {problem !== '' && <p role="alert">{problem}</p>}
      {name !== '' && (
        <form method="post" action="/accounts/logout/">
          <p>You are logged in as {name}.</p>
          <button type="submit">Log out</button>
        </form>
      )}
    </main>
  );
}
