import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, Content, PromptDefinition, TextOrTemplate } from '../../model/definitions.ts';
import { renderPrompt } from '../server/answer/render.ts';
import { fakeLiveServer, findingServices, prompt, resolvedServer } from '../server/testing/fake-live-server.ts';
import { type OriginSpan, originsOf, partsOfAnswer } from './origins.ts';

const names = ['topic', 'tone', 'x'];
const results = 'What was found';

const fetchMessages = async (
  definition: PromptDefinition,
  values: Readonly<Record<string, string>>,
  answer: unknown = '',
) => {
  const liveServer = fakeLiveServer(resolvedServer([]));
  const services = findingServices(results, async () => answer);
  return (await renderPrompt(definition, values, { liveServer, services })).messages;
};

const promptWith = (content: Content) =>
  prompt({ name: 'P', arguments: names.map((name) => ({ name, required: false })), content });

const textOf = (content: unknown) => {
  const block = content as { text?: string; resource?: { text?: string } };
  return block.text ?? block.resource?.text ?? '';
};

const piece = fc.oneof(
  fc.constantFrom('`topic`', '`tone`', '`x`', '`2`', '``', '```', ' '),
  fc.string({ maxLength: 6 }),
);
const source = fc.oneof(
  fc.string().map((text) => ({ kind: 'literal', text }) as const),
  fc.array(piece, { maxLength: 8 }).map((pieces) => ({ kind: 'template', template: pieces.join('') }) as const),
);
/** The search refuses a query without a word. */
const withFind = (query: TextOrTemplate): TextOrTemplate =>
  query.kind === 'literal'
    ? { ...query, text: `find ${query.text}` }
    : { ...query, template: `find ${query.template}` };
const condition = fc.oneof(
  fc.record({ argument: fc.constantFrom(...names), test: fc.constantFrom('isEmpty' as const, 'isNotEmpty' as const) }),
  fc.record({ argument: fc.constant('x'), test: fc.constant('is' as const), values: fc.constant(['😀', '']) }),
);
const block: fc.Arbitrary<Block> = fc.oneof(
  source.map((text) => ({ type: 'text', text }) as const),
  source.map(
    (text) => ({ type: 'resource', uri: 'a:b', mimeType: 'text/plain', body: { kind: 'text', text } }) as const,
  ),
  source.map((query) => ({ type: 'search', sources: ['one'], query: withFind(query) }) as const),
  fc.constant({ type: 'image', mimeType: 'image/png', media: { kind: 'data', data: 'AAAA' } } as const),
);
/** The conditions of up to four blocks. */
const conditions = fc.array(fc.record({ when: condition }, { requiredKeys: [] }), { maxLength: 4 });
const values = fc.record(
  { topic: fc.string(), tone: fc.string(), x: fc.constantFrom('', '`topic`', '😀') },
  { requiredKeys: [] },
);

test('the spans of an answer cover its text, and the spans of an argument show its value', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(block, { minLength: 1, maxLength: 4 }),
      conditions,
      values,
      async (plainBlocks, chosenConditions, drawnValues) => {
        const blocks = plainBlocks.map((plainBlock, index): Block => ({ ...plainBlock, ...chosenConditions[index] }));
        const alwaysBlock: Block = { type: 'text', text: { kind: 'literal', text: '.' } };
        const definition = promptWith({
          kind: 'messages',
          messages: [{ role: 'user', blocks: [...blocks, alwaysBlock] }],
        });
        const messages = await fetchMessages(definition, drawnValues);
        const origins = originsOf(definition, drawnValues, messages);
        expect(origins).toHaveLength(messages.length);
        expect(origins.filter((spans, index) => !spans && messages[index]?.content.type !== 'image')).toEqual([]);
        const { omissions } = partsOfAnswer(resolvedServer([definition]), 'P', drawnValues, messages);
        expect(messages.length + omissions.length).toBe(blocks.length + 1);
        messages.forEach(({ content }, index) => {
          const spans = origins[index];
          if (content.type === 'image') {
            expect(spans).toBeNull();
            return;
          }
          const text = textOf(content);
          expect(spans?.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
          for (const { start, end, from } of spans ?? []) {
            // An argument without a value has an empty span.
            if (from.kind !== 'argument' || end === start) {
              expect(end > start || from.kind === 'argument').toBe(true);
              continue;
            }
            // Neighbouring slots of one argument are one span.
            const value = drawnValues[from.name as keyof typeof drawnValues] ?? '';
            expect(text.slice(start, end)).toBe(value.repeat((end - start) / value.length));
          }
        });
      },
    ),
  );
});

const kinds = (spans: OriginSpan[] | null | undefined) => spans?.map(({ from }) => from.kind);

test('search results are distinguished from the query and from the frame', async () => {
  const query = { kind: 'template', template: 'about `topic`' } as const;
  const definition = promptWith({ kind: 'search', sources: ['one'], query });
  const [message] = await fetchMessages(definition, { topic: 'owls' });
  const [spans] = originsOf(definition, { topic: 'owls' }, message ? [message] : []);
  expect(kinds(spans)).toEqual([
    'scaffold',
    'literal',
    'argument',
    'scaffold',
    'search',
    'scaffold',
    'literal',
    'argument',
    'scaffold',
  ]);
  const originSpan = spans?.find(({ from }) => from.kind === 'search');
  expect(textOf(message?.content).slice(originSpan?.start, originSpan?.end)).toBe(results);
});

test('all text that a function returns has the function as its origin', async () => {
  const definition = promptWith({ kind: 'function', code: 'unused' });
  const messages = await fetchMessages(definition, {}, ['one', 'two']);
  expect(originsOf(definition, {}, messages)).toEqual([
    [{ start: 0, end: 3, from: { kind: 'function' } }],
    [{ start: 0, end: 3, from: { kind: 'function' } }],
  ]);
});

test('an answer names what it leaves out, with the place and the condition', () => {
  const text = (words: string) => ({ type: 'text', text: { kind: 'literal', text: words } }) as const;
  const content: Content = {
    kind: 'messages',
    messages: [
      { role: 'user', blocks: [text('First'), { ...text('Long'), when: { argument: 'tone', test: 'isNotEmpty' } }] },
      { role: 'assistant', when: { argument: 'topic', test: 'is', values: ['owls', 'mice'] }, blocks: [text('Hm')] },
      { role: 'user', blocks: [text('Last')] },
    ],
  };
  const messages = [{ content: { text: 'First' } }, { content: { text: 'Last' } }];
  const { origins, omissions } = partsOfAnswer(resolvedServer([promptWith(content)]), 'P', { topic: 'cats' }, messages);
  expect(origins.map(kinds)).toEqual([['literal'], ['literal']]);
  expect(omissions).toEqual([
    { before: 1, role: 'user', condition: 'tone is not empty', text: 'Long', others: [] },
    { before: 1, role: 'assistant', condition: 'topic is owls or mice', text: 'Hm', others: [] },
  ]);
});

test('a default that fills a slot has the argument as its origin', () => {
  const content = { kind: 'text', text: { kind: 'template', template: '`tone`!' } } as const;
  const definition = prompt({ name: 'P', arguments: [{ name: 'tone', required: false, default: 'calm' }], content });
  expect(
    partsOfAnswer(resolvedServer([definition]), 'P', {}, [{ content: { type: 'text', text: 'calm!' } }]).origins,
  ).toEqual([
    [
      { start: 0, end: 4, from: { kind: 'argument', name: 'tone' } },
      { start: 4, end: 5, from: { kind: 'literal' } },
    ],
  ]);
});

test('a definition that changed since the answer was made gives no origins rather than wrong ones', () => {
  const content = { kind: 'text', text: { kind: 'template', template: 'Now `topic`' } } as const;
  const messages = [{ content: { type: 'text', text: 'Then owls' } }];
  expect(originsOf(promptWith(content), { topic: 'owls' }, messages)).toEqual([null]);
  const requiredPrompt = prompt({ name: 'P', arguments: [{ name: 'topic', required: true }], content });
  expect(partsOfAnswer(resolvedServer([requiredPrompt]), 'P', {}, messages).origins).toEqual([null]);
  expect(partsOfAnswer(resolvedServer([]), 'P', {}, messages).origins).toEqual([null]);
});
