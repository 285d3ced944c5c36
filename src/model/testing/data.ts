/** Plain data for tests. */
import * as fc from 'fast-check';

/** The same data with every key in lower case. */
export function lowerCaseKeys(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(lowerCaseKeys);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key.toLowerCase(), lowerCaseKeys(value)]));
}

const keys = [
  ...['Name', 'name', 'NAME', 'Title', 'Description', 'Icons', 'Src', 'Arguments', 'Required', 'Default', 'Complete'],
  ...['Files', 'Function', 'Type', 'Content', 'content', 'StringTemplate', 'Search', 'Sources', 'Query', 'Messages'],
  ...['Role', 'Text', 'File', 'Data', 'MimeType', 'Uri', 'Annotations', 'Audience', 'Priority', 'LastModified'],
  ...['When', 'Argument', 'Is', 'IsNot', 'IsEmpty'],
  ...['Samples', 'MCPPrompts', 'mcpPrompts', 'Tools', 'PromptData', 'Version', 'Instructions', '__proto__', '1', ''],
];
const scalars = [
  ...['text', 'image', 'resource', 'resource_link', 'search', 'user', 'assistant', 'Text', 'Function', 'Automatic'],
  ...[
    '`name`',
    '``',
    '<* 1 *>',
    'image/png',
    'docs://a',
    'AAAA',
    '../x',
    'a.png',
    '',
    ' ',
    'https://example.com/i.png',
  ],
];

/** Random JSON that often resembles definitions. */
export const definitionLikeJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    { arbitrary: fc.constantFrom<unknown>(...scalars, null, true, false, 0, 1.5), weight: 3 },
    { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
    { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 2 },
    { arbitrary: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 7 }), weight: 5 },
  ),
})).value;
