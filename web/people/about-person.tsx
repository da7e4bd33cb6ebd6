// The profile of the other person of a direct conversation.

import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { PersonFacts, StatusText } from './person-details.tsx';
import { roleName } from './person-facts.ts';

export function AboutPerson({ id }: { readonly id: number }) {
  const person = useOrganizationState((state) => personIn(state, id));
  if (!person) return null;
  return (
    <section class="about-person">
      <h2>{t('people.about', { name: person.full_name })}</h2>
      <p>{roleName(person)}</p>
      <StatusText id={id} />
      <PersonFacts person={person} />
    </section>
  );
}
