// An account in a list: picture, name and email address, with a link to the profile.

import type { Person } from '../../../client/state/state.ts';
import { Avatar } from '../../components/avatar.tsx';
import { emailOf } from './listed-accounts.ts';

export interface AccountNameProps {
  readonly person: Person;
  readonly tabIndex: number;
}

export function AccountName({ person, tabIndex }: AccountNameProps) {
  const { user_id: id, full_name: name } = person;
  return (
    <div class="account-name">
      <Avatar id={id} name={name} url={person.avatar_url} />
      <div>
        <a href={`#user/${id}`} tabIndex={tabIndex} dir="auto">
          {name}
        </a>
        <small dir="ltr">{emailOf(person)}</small>
      </div>
    </div>
  );
}
