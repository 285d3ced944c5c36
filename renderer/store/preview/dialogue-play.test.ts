import { expect, it } from 'vitest';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { acceptedContent, givenValues, playDialogue, withFunctionForms } from './dialogue-play.ts';

const prompt: PromptSummary = {
  key: 'p',
  name: 'explain',
  ask: 'missing',
  message: 'What should I explain?',
  arguments: [
    { name: 'topic', required: true },
    {
      name: 'language',
      required: false,
      kind: 'choice',
      choices: [{ value: 'English' }, { value: 'French' }],
      ask: 'missing',
    },
    { name: 'formal', required: false, kind: 'boolean', default: 'false', askWhen: { language: ['French'] } },
    { name: 'length', required: false, kind: 'integer', ask: 'missing' },
  ],
  samples: [],
  builtin: false,
  isServed: true,
  problems: [],
};

const accept = (content: object) => ({ action: 'accept', content });

it('plays every form with its JSON-RPC, the second depending on the first', () => {
  const waitingDialogue = playDialogue(prompt, {}, []);
  expect(waitingDialogue.end).toBeUndefined();
  expect(waitingDialogue.rounds.map(({ question }) => question.fields.map(({ name }) => name))).toEqual([
    ['topic', 'language', 'length'],
  ]);
  expect(waitingDialogue.rounds[0]?.request).toMatchObject({
    method: 'prompts/get',
    params: { name: 'explain', arguments: {} },
  });
  expect(waitingDialogue.rounds[0]?.response).toMatchObject({
    result: {
      resultType: 'input_required',
      inputRequests: { form: { method: 'elicitation/create', params: { message: 'What should I explain?' } } },
    },
  });
  const firstReply = accept({ topic: 'owls', language: 'French' });
  const playedDialogue = playDialogue(prompt, {}, [firstReply]);
  expect(playedDialogue.rounds[1]?.question.fields.map(({ name, value }) => [name, value])).toEqual([
    ['formal', 'false'],
  ]);
  expect(playedDialogue.rounds[1]?.request).toMatchObject({ id: 2, params: { inputResponses: { form: firstReply } } });
  const outcome = playDialogue(prompt, {}, [firstReply, accept({ formal: true })]);
  expect(outcome.end).toMatchObject({
    kind: 'values',
    state: { values: { topic: 'owls', language: 'French', formal: 'true' } },
  });
});

it('ends when the form is cancelled, and when a required value is declined', () => {
  expect(playDialogue(prompt, {}, [{ action: 'cancel' }]).end).toMatchObject({ kind: 'refused', reason: 'cancelled' });
  expect(playDialogue(prompt, {}, [{ action: 'decline' }]).end).toMatchObject({ kind: 'refused', reason: 'invalid' });
  expect(playDialogue(prompt, { topic: 'owls' }, [{ action: 'decline' }]).end).toMatchObject({ kind: 'values' });
});

it('sends values of their kind, and asks again about one that is wrong', () => {
  const [round] = playDialogue(prompt, {}, []).rounds;
  if (!round) throw new Error('no form');
  expect(acceptedContent(round.question, { topic: 'owls', length: '2', language: '' })).toEqual({
    topic: 'owls',
    length: 2,
  });
  const wrongContent = acceptedContent(round.question, { topic: 'owls', length: '2,5' });
  expect(wrongContent).toEqual({ topic: 'owls', length: '2,5' });
  const secondQuestion = playDialogue(prompt, {}, [accept(wrongContent)]).rounds[1]?.question;
  expect(secondQuestion?.fields.map(({ name }) => name)).toEqual(['length']);
  expect(secondQuestion?.message).toContain('must be a whole number, not "2,5"');
});

it('begins with the values of the form that fit', () => {
  expect(givenValues(prompt, { topic: '', language: 'french', length: 'many' })).toEqual({
    values: { language: 'French' },
    faults: ['length must be a whole number, not "many".'],
  });
});

it('plays the forms of a function after those of the arguments', () => {
  const topic = accept({ topic: 'owls', language: 'English' });
  const ofArguments = playDialogue(prompt, {}, [topic]);
  const schema = {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['barn', 'snowy'] } },
    required: ['kind'],
  };
  const askingDialogue = withFunctionForms(prompt, {}, ofArguments, [], {
    kind: 'question',
    message: 'Which?',
    schema,
  });
  expect(askingDialogue.rounds).toHaveLength(2);
  expect(askingDialogue.rounds[1]).toMatchObject({
    request: { params: { inputResponses: { form: topic } } },
    question: { message: 'Which?', fields: [{ name: 'kind', kind: 'choice', required: true }] },
  });
  expect(askingDialogue.end).toBeUndefined();
  const question = { message: 'Which?', fields: [] };
  const answeredForms = [{ question, reply: { action: 'accept', content: { kind: 'barn' } } as const }];
  expect(withFunctionForms(prompt, {}, ofArguments, answeredForms, { kind: 'answer' }).end).toMatchObject({
    kind: 'values',
  });
  const cancelledForms = [{ question, reply: { action: 'cancel' } as const }];
  expect(
    withFunctionForms(prompt, {}, ofArguments, cancelledForms, {
      kind: 'refused',
      message: 'Prompt "p" was cancelled.',
    }).end,
  ).toMatchObject({ kind: 'refused', reason: 'cancelled' });
});
