// The introduction for a newcomer: who is here, and how topics work, with a topic of the organization as the example.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Icon } from '../components/icon.tsx';
import { plainText } from '../components/plain-text.ts';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { roleName } from '../people/person-facts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { channelName, topicName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { exampleTopic } from './example-topic.ts';
import { peopleHere } from './first-steps.ts';

type Message = AnswerOf<'get-messages'>['messages'][number];

const SHOWN_PEOPLE = 8;
const SHOWN_MESSAGES = 3;
/** Roles below this one are named: owners, administrators and moderators. */
const MEMBER = 400;

export function PeopleHere() {
  const { ownId } = useOrganization();
  const { showPerson } = useActions();
  const people = useOrganizationState((state) => peopleHere(state, ownId), isEqual);
  if (people.length === 0) return null;
  const more = people.length - SHOWN_PEOPLE;
  return (
    <section class="people-here" aria-label={t('firstRun.people')}>
      <h3>{t('firstRun.people')}</h3>
      <ul>
        {people.slice(0, SHOWN_PEOPLE).map((person) => (
          <li key={person.user_id}>
            <button type="button" onClick={(event) => showPerson(person.user_id, event.currentTarget)}>
              <PersonPicture id={person.user_id} size="medium" />
              <span>
                <bdi>{person.full_name}</bdi>
                {person.role < MEMBER && <small>{roleName(person)}</small>}
              </span>
            </button>
          </li>
        ))}
        {more > 0 && <li class="soft">{t('firstRun.morePeople', { count: more })}</li>}
      </ul>
    </section>
  );
}

/** A poll or task list is no text to quote. */
const isPlain = ({ submessages }: Message): boolean => submessages.length === 0;

/** The messages of a topic of a public channel; undefined until they are fetched, and if there is no such topic. */
function useExample(): readonly Message[] | undefined {
  const { client } = useOrganization();
  const [example, setExample] = useState<readonly Message[]>();
  useEffect(() => {
    client
      .call('get-messages', {
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        narrow: [{ operator: 'channels', operand: 'public' }],
      })
      // Without it the sentences stand alone.
      .then(
        ({ messages }) => setExample(exampleTopic(messages.filter(isPlain))),
        () => undefined,
      );
  }, []);
  return example;
}

function Example({ messages }: { readonly messages: readonly Message[] }) {
  const [{ stream_id: channelId = 0, subject: topic } = { subject: '' }] = messages;
  const name = useOrganizationState((state) => channelName(state, channelId));
  const address = useOrganizationState((state) => addressOf({ kind: 'topic', channelId, topic }, state));
  return (
    <div class="topic-example">
      <small>{t('firstRun.example')}</small>
      <a href={address} dir="auto">
        <Icon name="channel" />
        {name} › <b>{topicName(topic)}</b>
      </a>
      {messages.slice(0, SHOWN_MESSAGES).map(({ id, sender_full_name: sender, sender_id, content }) => (
        <span key={id} class="topic-example-message">
          <PersonPicture id={sender_id} />
          <span dir="auto">
            <b>{sender}</b> {plainText(content)}
          </span>
        </span>
      ))}
    </div>
  );
}

export function HowTopicsWork() {
  const example = useExample();
  return (
    <section class="how-topics-work" aria-label={t('firstRun.topics')}>
      <h3>{t('firstRun.topics')}</h3>
      <p>{t('firstRun.topicsText')}</p>
      {example && <Example messages={example} />}
    </section>
  );
}
