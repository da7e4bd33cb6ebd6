// GET /calls: the calls that go on in the conversations of the person, as `POST /register` returns them.

import { list } from '../../api-contract/codec.ts';
import { callSchema } from '../../model/native-calls/native-call.ts';
import { callsOf } from '../../queries/native-calls/calls-of.ts';
import { readOperation } from '../operation.ts';

export const getCalls = readOperation({
  name: 'get-calls',
  method: 'GET',
  path: '/calls',
  summary: 'List the calls in the channels that you are subscribed to and in your direct conversations.',
  access: 'account',
  parameters: {},
  result: { calls: list(callSchema) },
  async handle({ reader, state, actor }) {
    const subscriptions = await state.subscriptions(reader, actor.account.id);
    return { calls: await callsOf(reader, actor.account.id, subscriptions) };
  },
});
