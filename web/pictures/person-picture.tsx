// The pictures of accounts by id: of one, with their presence, and of a direct conversation.

import { Avatar, type AvatarProps } from '../components/avatar.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { personIn } from '../store/directory.ts';
import type { PresenceLevel } from '../store/presence.ts';

export interface PersonPictureProps extends Pick<AvatarProps, 'size'> {
  readonly id: number;
}

/** The picture of an account, known to this client or not. */
export function PersonPicture({
  id,
  size = 'small',
  presence,
}: PersonPictureProps & { readonly presence?: PresenceLevel }) {
  const person = useOrganizationState((state) => personIn(state, id));
  return (
    <Avatar
      id={id}
      name={person?.full_name ?? '?'}
      url={person?.avatar_url}
      size={size}
      isBot={person?.is_bot}
      presence={person?.is_bot ? undefined : presence}
    />
  );
}

function PresentPerson(props: PersonPictureProps) {
  return <PersonPicture {...props} presence={usePresence(props.id)} />;
}

/** The picture of a direct conversation: of its only other participant with their presence, or of the first two. */
export function DirectPicture({
  ids,
  size = 'small',
}: Pick<AvatarProps, 'size'> & { readonly ids: readonly number[] }) {
  const [first, second] = ids;
  if (first === undefined) return null;
  if (second === undefined) return <PresentPerson id={first} size={size} />;
  return (
    <span class={`two-pictures ${size}`} aria-hidden="true">
      <PersonPicture id={first} />
      <PersonPicture id={second} />
    </span>
  );
}
