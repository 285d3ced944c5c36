import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTool } from '../../../../src/model/tool/tool.ts';
import type { Json, JsonObject } from '../../definition/json.ts';
import {
  choicesOf,
  choicesText,
  defaultOf,
  defaultText,
  entriesOfParameters,
  freshName,
  kindOf,
  nodeKinds,
  parametersOf,
  parametersOfEntries,
  propertiesOf,
  schemaOfParameters,
  withChoices,
  withKind,
  withOwnNames,
  withProperties,
} from './schema-edit.ts';

const parameters: Json = [
  { Name: 'city', Description: 'Where', Required: true },
  { Name: 'days', Kind: 'integer', Default: 3 },
  { Name: 'unit', Kind: ['celsius', 'fahrenheit'] },
];

it('parameters and their schema are equivalent, in both directions', () => {
  expect(parametersOf(schemaOfParameters(parameters))).toEqual(parameters);
});

it('the designer shows the properties that clients get for the parameters', () => {
  const { tool } = readTool({ Name: 'weather', Parameters: parameters, Content: 'x' });
  const schema = schemaOfParameters(parameters);
  expect(propertiesOf(tool?.inputSchema as JsonObject).map(({ name, isRequired }) => [name, isRequired])).toEqual(
    propertiesOf(schema).map(({ name, isRequired }) => [name, isRequired]),
  );
});

const parametersOfEachKind: Json = [
  { Name: 'size', Kind: 'choice', Choices: [{ Value: 's', Title: 'Small' }, 'l'], Title: 'Size', Default: 's' },
  { Name: 'tags', Kind: 'choices', Choices: ['a', 'b'], Default: ['a'] },
  { Name: 'days', Kind: 'integer', Minimum: 1, Maximum: 14, Default: 3, Required: false },
  { Name: 'day', Kind: 'date' },
  { Name: 'why', Multiline: true },
  { Name: 'plain', Kind: 'choice', Choices: ['x', 'y'] },
];

it('the schema of each kind of parameter is the one that clients get', () => {
  const { tool } = readTool({ Name: 'plan', Parameters: parametersOfEachKind, Content: 'x' });
  expect(schemaOfParameters(parametersOfEachKind)).toEqual(tool?.inputSchema);
});

it('a parameter keeps every key that an edit of the schema does not change', () => {
  const entries = propertiesOf(schemaOfParameters(parametersOfEachKind));
  const editEntry = (index: number, change: Partial<(typeof entries)[number]>) =>
    parametersOf(
      withProperties(
        { type: 'object' },
        entries.map((entry, place) => (place === index ? { ...entry, ...change } : entry)),
      ),
      parametersOfEachKind,
    );
  for (const [index, entry] of entries.entries()) {
    expect(editEntry(index, { schema: { ...entry.schema, description: 'D' } })).toEqual(
      parametersOfEachKind.with(index, { ...(parametersOfEachKind[index] as JsonObject), Description: 'D' }),
    );
    expect(editEntry(index, { name: 'renamed' })).toEqual(
      parametersOfEachKind.with(index, { ...(parametersOfEachKind[index] as JsonObject), Name: 'renamed' }),
    );
    expect(editEntry(index, { isRequired: true })).toEqual(
      parametersOfEachKind.with(index, { ...(parametersOfEachKind[index] as JsonObject), Required: true }),
    );
  }
  expect(parametersOf(withProperties({}, entries.slice(1)), parametersOfEachKind)).toEqual(
    parametersOfEachKind.slice(1),
  );
  expect(parametersOf(withProperties({}, entries.toReversed()), parametersOfEachKind)).toEqual(
    parametersOfEachKind.toReversed(),
  );
  expect(editEntry(5, { schema: { type: 'string', enum: ['x', 'z'] } })?.[5]).toEqual({
    Name: 'plain',
    Kind: 'choice',
    Choices: ['x', 'z'],
  });
  expect(editEntry(2, { schema: withKind(entries[2]?.schema ?? {}, 'string') })?.[2]).toEqual({
    Name: 'days',
    Required: false,
  });
});

it('a schema that parameters cannot express is not converted', () => {
  const nestedSchema = withProperties({ type: 'object' }, [
    { name: 'a', isRequired: false, schema: { type: 'array', items: { type: 'string' } } },
  ]);
  expect(parametersOf(nestedSchema)).toBeUndefined();
  expect(parametersOf({ type: 'object', properties: {}, additionalProperties: false })).toBeUndefined();
});

it('keeps the order, the names and the required properties in any change of a list', () => {
  const entry = fc.record({
    name: fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    isRequired: fc.boolean(),
    schema: fc.constantFrom<JsonObject>({ type: 'string' }, { enum: ['a'] }),
  });
  // JavaScript always sorts names of digits first.
  const namedArbitrary = entry.filter(({ name }) => !/^\d+$/.test(name));
  fc.assert(
    fc.property(fc.uniqueArray(namedArbitrary, { selector: ({ name }) => name }), (entries) => {
      expect(propertiesOf(withProperties({ type: 'object' }, entries))).toEqual(entries);
      expect(entries.map(({ name }) => name)).not.toContain(freshName(entries));
    }),
  );
});

it('a change of kind keeps the description', () => {
  for (const kind of nodeKinds) {
    const changedSchema = withKind({ type: 'string', title: 'T', description: 'D', maxLength: 3 }, kind);
    expect(kindOf(changedSchema)).toBe(kind);
    expect(changedSchema).toMatchObject({ title: 'T', description: 'D' });
    expect(changedSchema).not.toHaveProperty('maxLength');
  }
});

it('a default is read from the typed text by its kind, and keeps the text while typing', () => {
  expect(['3', '-', '1.', '1.5'].map((text) => defaultOf('number', text))).toEqual([3, '-', '1.', 1.5]);
  expect(['t', 'true', ''].map((text) => defaultOf('boolean', text))).toEqual(['t', true, undefined]);
  fc.assert(
    fc.property(fc.constantFrom(...nodeKinds), fc.string(), (kind, text) => {
      const value = defaultOf(kind, text);
      expect(defaultText(value === undefined ? {} : { default: value })).toBe(text);
    }),
  );
});

it('choices are read as shown: numbers stay numbers, and a comma inside a choice stays', () => {
  expect(choicesOf('metric, imperial,')).toEqual(['metric', 'imperial']);
  expect(choicesOf('1, 2.5, true, "1", "a, b", say "hi"')).toEqual([1, 2.5, true, '1', 'a, b', 'say "hi"']);
  const choice = fc.oneof(
    fc.string(),
    fc.constantFrom('a, b', '"', '1', 'true', ' x ', '\\'),
    fc.integer(),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(choice), (choices) => {
      expect(choicesOf(choicesText({ enum: choices }))).toEqual(choices);
    }),
  );
});

it('choices set their type, or none if they have several', () => {
  expect(withChoices({ type: 'string', title: 'T', enum: ['a'] }, [1, 2])).toEqual({
    type: 'number',
    title: 'T',
    enum: [1, 2],
  });
  expect(withChoices({ type: 'string' }, ['a', 1])).toEqual({ enum: ['a', 1] });
  expect(defaultOf('choice', '2', [1, 2])).toBe(2);
  expect(kindOf({ enum: [{ a: 1 }] })).toBe('other');
});

const oddParameters: Json = [
  { Name: 'city', Description: 'From' },
  'days',
  { Name: 'city', Description: 'To', Note: 'typed' },
  { Description: 'Without a name' },
  true,
];

it('an edit of one parameter keeps those that no schema can show', () => {
  const entries = entriesOfParameters(oddParameters);
  expect(entries.map(({ name }) => name)).toEqual(['city', 'days', 'city', '', 'true']);
  expect(parametersOfEntries(entries)).toEqual(oddParameters);
  const describe = (index: number) => {
    const entry = entries[index];
    if (!entry) throw new Error(`There is no entry ${index}.`);
    return parametersOfEntries(entries.with(index, { ...entry, schema: { ...entry.schema, description: 'D' } }));
  };
  expect(describe(0)).toEqual(oddParameters.with(0, { Name: 'city', Description: 'D' }));
  expect(describe(1)).toEqual(oddParameters.with(1, { Name: 'days', Description: 'D' }));
  expect(describe(2)).toEqual(oddParameters.with(2, { Name: 'city', Description: 'D', Note: 'typed' }));
  expect(describe(3)).toEqual(oddParameters.with(3, { Description: 'D' }));
  expect(describe(4)).toEqual(oddParameters.with(4, { Name: 'true', Description: 'D' }));
});

it('an edit of the schema as text keeps the parameters that it does not show', () => {
  const schema = schemaOfParameters(oddParameters);
  expect(parametersOf(schema, oddParameters)).toEqual(oddParameters);
  const { city } = schema.properties as JsonObject;
  const editedSchema = {
    ...schema,
    properties: { ...(schema.properties as JsonObject), city: { ...(city as JsonObject), title: 'T' } },
  };
  expect(parametersOf(editedSchema, oddParameters)).toEqual(
    oddParameters.with(0, { Name: 'city', Title: 'T', Description: 'From' }),
  );
});

it('a second parameter of the same name gets a free name where only a schema can express them all', () => {
  expect(withOwnNames(entriesOfParameters(['a', 'a2', 'a', 'a'])).map(({ name }) => name)).toEqual([
    'a',
    'a2',
    'a3',
    'a4',
  ]);
});

it('any list of parameters survives an edit that changes nothing', () => {
  const parameter = fc.oneof(
    fc.constantFrom('a', 'b', '', true, null),
    fc.record(
      { Name: fc.constantFrom('a', 'b'), Description: fc.constant('D'), Kind: fc.constantFrom('integer', 'date', 'x') },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 5 }), (list) => {
      expect(parametersOfEntries(entriesOfParameters(list as Json))).toEqual(list);
      expect(parametersOf(schemaOfParameters(list as Json), list as Json)).toEqual(list);
    }),
  );
});
