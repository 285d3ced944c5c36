/** Random definition files mean what a small evaluator of their data says, before and after an export. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../tools/test/property-tests.ts';
import { readServer } from '../model/server.ts';
import { readWolframDefinitions } from './read-definitions.ts';
import { type DataProgram, dataProgram } from './testing/data-program.ts';
import { definitionsAsWolfram } from './write-definitions.ts';

function read(text: string) {
  const { definitions, problems } = readWolframDefinitions(text);
  expect(problems).toEqual([]);
  return definitions.filter(({ kind }) => kind === 'server');
}

const meaningOf = ({ servers }: DataProgram) =>
  servers.map(({ name, prompts }) => ({ Name: name, MCPPrompts: prompts }));

test('random programs that build servers keep their meaning in and out', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 20, maxLength: 120 }), (tape) => {
      const program = dataProgram(tape);
      const servers = read(program.text).map(({ data }) => data);
      expect(servers).toEqual(meaningOf(program));
      const { text, notes } = definitionsAsWolfram({
        servers: servers.map((data) => {
          const prompts = readServer(data).server?.prompts ?? [];
          return {
            name: String(data.Name),
            version: '1.0.0',
            hasIcons: false,
            tools: [],
            prompts: prompts.flatMap((entry) =>
              entry.kind === 'inline' && entry.prompt ? [{ prompt: entry.prompt }] : [],
            ),
          };
        }),
        prompts: [],
        tools: [],
      });
      expect(notes).toEqual([]);
      expect(read(text).map(({ data }) => data)).toEqual(meaningOf(program));
    }),
    casesOf(150),
  );
});
