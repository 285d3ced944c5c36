/** Random tools out as `LLMTool` and in again are the same tools. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../tools/test/property-tests.ts';
import type { JsonObject } from '../base/json.ts';
import type { ResolvedTool } from '../model/definitions.ts';
import { readServer } from '../model/server.ts';
import { noArguments } from '../model/tool/tool-parameters.ts';
import { readWolframDefinitions } from './read-definitions.ts';
import { serverAsWolfram } from './write-definitions.ts';

const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => /^\S+$/u.test(text));
const parameters = ['city', 'days', 'units'];

const schema: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('string', 'integer', 'number', 'boolean').map((type): JsonObject => ({ type })),
      fc
        .record({ minimum: fc.integer({ max: 0 }), maximum: fc.integer({ min: 1 }) }, { requiredKeys: [] })
        .map((limits): JsonObject => ({ type: 'integer', ...limits })),
      fc
        .uniqueArray(line, { minLength: 1, maxLength: 3 })
        .map((values): JsonObject => ({ type: 'string', enum: values })),
    ),
    fc.option(line, { nil: undefined }),
  )
  .map(([type, description]) => ({ ...type, ...(description !== undefined && { description }) }));

const inputSchema: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...parameters), schema, fc.boolean()), { selector: ([name]) => name })
  .map((drawnParameters) => {
    const requiredNames = drawnParameters.flatMap(([name, , isRequired]) => (isRequired ? [name] : []));
    if (drawnParameters.length === 0) return noArguments;
    const properties = Object.fromEntries(drawnParameters.map(([name, readonly]) => [name, readonly]));
    return { type: 'object', properties, ...(requiredNames.length > 0 && { required: requiredNames }) };
  });

const template = fc
  .array(fc.oneof(line, fc.constantFrom('`city`', '`days`', ' ')), { maxLength: 5 })
  .map((parts) => ({ kind: 'template' as const, template: parts.join('').replaceAll('<*', '<') }));
const literal = fc.string({ unit: 'grapheme' }).map((text) => ({ kind: 'literal' as const, text }));

const content: fc.Arbitrary<ResolvedTool['content']> = fc.oneof(
  fc.oneof(template, literal).map((text) => ({ kind: 'text' as const, text })),
  fc
    .constantFrom(
      'WeatherData[#city] &',
      'f[x_] := x^2;\n\nf[ToExpression[#city]] &',
      'Options[f] = {"a" -> 1};\n\nf[x_, OptionsPattern[]] := x;\n\nf',
      'Needs["Units`"];\n\nQuantity[#days, "Days"] &',
      '$n = 1;\n\n(g[1] = 2);\n\nFunction[args, g[args["city"]]]',
    )
    .map((code) => ({ kind: 'wolfram' as const, code })),
  fc
    .constantFrom(
      '({ city, days }) => city + days',
      'args => args.city',
      'function run({ city }) { return `"` + city; }',
      'export default ({ city }) => {\n  return city;\n};\n',
    )
    .map((code) => ({ kind: 'function' as const, code })),
  fc
    .tuple(
      fc.constantFrom(
        ['WolframAlpha'],
        ['WolframLanguageDocumentation'],
        ['WolframAlpha', 'WolframLanguageDocumentation'],
      ),
      fc.oneof(template, literal),
    )
    .map(([sources, query]) => ({ kind: 'search' as const, sources, query })),
);

const tool: fc.Arbitrary<ResolvedTool> = fc
  .record({
    title: fc.option(line, { nil: undefined }),
    description: fc.option(line, { nil: undefined }),
    tags: fc.option(fc.uniqueArray(line, { minLength: 1, maxLength: 2 }), { nil: undefined }),
    inputSchema,
    content,
  })
  .map(({ title, description, tags, ...rest }) => ({
    name: 'tool',
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...rest,
    origin: { kind: 'builtin' },
  }));

test('random tools survive export and import', () => {
  fc.assert(
    fc.property(tool, (givenTool) => {
      const { text, notes } = serverAsWolfram({
        name: 'S',
        version: '1.0.0',
        hasIcons: false,
        tools: [{ tool: givenTool }],
        prompts: [],
      });
      expect(notes.filter(({ kind }) => kind === 'lost')).toEqual([]);
      const { definitions, problems } = readWolframDefinitions(text);
      expect(problems).toEqual([]);
      const { server, findings } = readServer(definitions[0]?.data);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      const [returnedTool] = server?.tools ?? [];
      const { origin: _, ...wanted } = givenTool;
      expect(returnedTool?.kind === 'inline' ? returnedTool.tool : undefined).toEqual(wanted);
    }),
    casesOf(200),
  );
});
