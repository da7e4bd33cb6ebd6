// A topic of the organization with several messages, which shows newcomers what a topic is.

/** The fields of a message by which the topic is chosen. */
export interface TopicMessage {
  readonly id: number;
  readonly stream_id?: number | undefined;
  readonly subject: string;
  readonly sender_id: number;
}

const FEWEST_MESSAGES = 3;

/**
 * The messages of the topic to show, oldest first: of those with at least three messages the newest one in which several
 * people write, or else the newest one. Undefined if no topic has as many.
 *
 * @param messages messages of channels, oldest first
 */
export function exampleTopic<M extends TopicMessage>(messages: readonly M[]): readonly M[] | undefined {
  const topics = [
    ...Map.groupBy(messages, ({ stream_id, subject }) => `${stream_id} ${subject.toLowerCase()}`).values(),
  ].filter((topic) => topic.length >= FEWEST_MESSAGES);
  const isShared = (topic: readonly M[]) => new Set(topic.map(({ sender_id }) => sender_id)).size > 1;
  const newest = (topic: readonly M[]) => topic.at(-1)?.id ?? 0;
  return topics.sort((a, b) => Number(isShared(b)) - Number(isShared(a)) || newest(b) - newest(a))[0];
}
