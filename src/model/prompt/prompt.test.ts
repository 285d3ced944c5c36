import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyPath } from '../../base/json.ts';
import type { ProblemTag } from '../problems/problems.ts';
import { definitionLikeJson, lowerCaseKeys } from '../testing/data.ts';
import { readPrompt } from './prompt.ts';

const invalidTag: ProblemTag = 'InvalidMCPPromptSpecification';

function prompt(fields: Record<string, unknown>): Record<string, unknown> {
  return { Name: 'p', Content: 'x', ...fields };
}

function message(...blocks: unknown[]): unknown {
  return prompt({ Content: { Messages: [{ Role: 'user', Content: blocks }] } });
}

const firstBlock: KeyPath = ['Content', 'Messages', 0, 'Content', 0];

/** The blocks of a prompt whose one message has them. */
function blocksOf(data: unknown) {
  const { prompt: definition, findings } = readPrompt(data);
  expect(findings).toEqual([]);
  return definition?.content.kind === 'messages' ? definition.content.messages[0]?.blocks : undefined;
}

describe('A prompt definition, as the reference implementation reads it', () => {
  it('case 14: a name and a string give a Text prompt and nothing else', () => {
    expect(readPrompt({ Name: 'X', Content: 'Hello' })).toEqual({
      prompt: {
        name: 'X',
        arguments: [],
        type: 'Text',
        content: { kind: 'text', text: { kind: 'literal', text: 'Hello' } },
        samples: [],
      },
      findings: [],
    });
  });

  it.each([
    ['15, 19: a function', { Function: '() => "x"' }, 'Function'],
    ['18: a string', 'x', 'Text'],
    ['a template', { StringTemplate: 'x' }, 'Text'],
    ['a search', { Search: { Sources: ['s'], Query: 'q' } }, 'Function'],
    ['messages', { Messages: [{ Role: 'user', Content: 'x' }] }, 'Text'],
  ])('case %s has the type that its content implies, whether Type is left out or Automatic', (_, Content, type) => {
    expect(readPrompt({ Name: 'p', Content }).prompt?.type).toBe(type);
    expect(readPrompt({ Name: 'p', Content, Type: 'Automatic' })).toEqual(readPrompt({ Name: 'p', Content }));
    expect(readPrompt({ Name: 'p', Content, Type: type })).toEqual(readPrompt({ Name: 'p', Content }));
  });

  it('case 17: an explicit Type that Content contradicts is an error at Type that says what to do', () => {
    const asText = readPrompt(prompt({ Type: 'Text', Content: { Function: '() => 1' } }));
    expect(asText.prompt).toBeUndefined();
    expect(asText.findings).toMatchObject([{ tag: invalidTag, severity: 'error', at: ['Type'] }]);
    expect(asText.findings[0]?.message).toBe(
      'Type is Text, but Content must be run: remove Type, or write Type: Function.',
    );
    const asFunction = readPrompt(prompt({ Type: 'Function' }));
    expect(asFunction.prompt).toBeUndefined();
    expect(asFunction.findings[0]).toMatchObject({ at: ['Type'], message: expect.stringContaining('{Function:') });
  });

  it('case 31: a number as Content is refused, because only quotes make the text unambiguous', () => {
    expect(readPrompt({ Name: 'p', Content: 12345 }).findings).toMatchObject([
      { at: ['Content'], message: 'Content must be text: put it in quotes.' },
    ]);
  });

  it('cases 37 to 39: keys in lower case mean the same', () => {
    const data = {
      Name: 'p',
      Title: 'P',
      Description: 'Does it',
      Icons: [{ Src: 'https://example.com/i.png', MimeType: 'image/png', Sizes: ['48x48'], Theme: 'dark' }],
      Arguments: [{ Name: 'a', Title: 'A', Description: 'An a', Required: true, Complete: { Files: '*.md' } }],
      Content: {
        Messages: [
          {
            Role: 'user',
            Content: [
              { StringTemplate: '`a`', Annotations: { Audience: ['user'], Priority: 0.5, LastModified: '2026-05-03' } },
              { Type: 'resource', Uri: 'docs://a', MimeType: 'text/markdown', Text: { StringTemplate: '`a`' } },
            ],
          },
        ],
      },
      Samples: [{ Name: 's', Arguments: { a: '1' } }],
    };
    const result = readPrompt(data);
    expect(result.findings).toEqual([]);
    expect(result.prompt?.icons).toEqual([
      { src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' },
    ]);
    expect(readPrompt(lowerCaseKeys(data))).toEqual(result);
  });

  it('cases 40 and 41: no arguments is an empty list; an argument is optional by default', () => {
    expect(readPrompt(prompt({})).prompt?.arguments).toEqual([]);
    const { prompt: definition } = readPrompt(
      prompt({ Arguments: [{ Name: 'a' }], Content: { StringTemplate: '`a`' } }),
    );
    expect(definition?.arguments).toEqual([{ name: 'a', required: false }]);
  });
});

describe('The arguments in the URI of an embedded resource', () => {
  const embedding = (Uri: string) => ({
    Name: 'a',
    Arguments: [{ Name: 'city' }],
    Content: { Messages: [{ Role: 'user', Content: { Type: 'resource', Uri, Text: 'x' } }] },
  });

  it('are used by it', () => {
    expect(readPrompt(embedding('docs://cities/{city}')).findings).toEqual([]);
  });

  it('must be declared', () => {
    expect(readPrompt(embedding('docs://{city}/{citi}/{citi}')).findings).toEqual([
      expect.objectContaining({
        tag: 'UnknownSlot',
        severity: 'warning',
        at: ['Content', 'Messages', 0, 'Content', 'Uri'],
        within: { start: 14, end: 20 },
        message: 'The variable citi of this URI has no argument and stays empty: did you mean city?',
      }),
    ]);
  });

  it.each(['docs://{first-name}', 'docs://{+city}', '{city}://a', 'docs://{city'])('cannot be written as %s', (uri) => {
    expect(readPrompt(embedding(uri)).findings).toContainEqual(
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('docs://cities/{city}') }),
    );
  });
});

describe('A prompt definition with an error is not served, and says', () => {
  const cases: [what: string, data: unknown, at: KeyPath, text: string][] = [
    ['that it is not a definition', 'text', [], 'must have the keys Name and Content'],
    ['that Name is missing', { Content: 'x' }, [], 'Name is missing: add it.'],
    ['that Name has no value', { Name: null, Content: 'x' }, ['Name'], 'Name is missing'],
    ['that Name is blank', prompt({ Name: ' ' }), ['Name'], 'Name must not be empty'],
    ['that Name has two lines', prompt({ Name: 'a\nb' }), ['Name'], 'one line'],
    ['that Name is a number', prompt({ Name: 7 }), ['Name'], 'put it in quotes'],
    ['that Content is missing', { Name: 'p' }, [], 'Content is missing'],
    ['that Content has no value', { Name: 'p', Content: null }, ['Content'], 'Content is missing'],
    ['that Content is a list', prompt({ Content: ['x'] }), ['Content'], 'Messages: [{Role: user'],
    ['the form that was meant', prompt({ Content: { Functoin: 'x' } }), ['Content'], 'did you mean Function'],
    [
      'that two forms are one too many',
      prompt({ Content: { StringTemplate: 'x', Function: 'y' } }),
      ['Content'],
      'StringTemplate and Function cannot be combined',
    ],
    [
      'that a template must be text',
      prompt({ Content: { StringTemplate: 5 } }),
      ['Content', 'StringTemplate'],
      'quotes',
    ],
    [
      'that a form has no value',
      prompt({ Content: { StringTemplate: null } }),
      ['Content'],
      'StringTemplate has no value yet',
    ],
    [
      'that a file has no name',
      message({ Type: 'image', File: null, MimeType: 'image/png' }),
      firstBlock,
      'has no content',
    ],
    [
      'that a block has no template',
      message({ StringTemplate: null }),
      [...firstBlock, 'StringTemplate'],
      'is missing',
    ],
    [
      'that a text has no template',
      message({ Type: 'text', Text: { StringTemplate: null } }),
      [...firstBlock, 'Text', 'StringTemplate'],
      'is missing',
    ],
    [
      'that a completion has no pattern',
      prompt({ Arguments: [{ Name: 'a', Complete: { Files: null } }] }),
      ['Arguments', 0, 'Complete', 'Files'],
      'is missing',
    ],
    ['that a function is empty', prompt({ Content: { Function: ' ' } }), ['Content', 'Function'], 'write JavaScript'],
    ['which Type there is', prompt({ Type: 'Txt' }), ['Type'], 'did you mean Text?'],
    [
      'that Required is not text',
      prompt({ Arguments: [{ Name: 'a', Required: 'yes' }] }),
      ['Arguments', 0, 'Required'],
      'true or false',
    ],
    ['that Arguments is not a map', prompt({ Arguments: { Name: 'a' } }), ['Arguments'], 'must be a list'],
    ['that an argument has keys', prompt({ Arguments: ['a'] }), ['Arguments', 0], 'write Name: a'],
    [
      'that argument names are unique',
      prompt({ Arguments: [{ Name: 'a' }, { Name: 'a' }] }),
      ['Arguments', 1, 'Name'],
      'Another argument is already called "a"',
    ],
    [
      'that a default is text',
      prompt({ Arguments: [{ Name: 'a', Default: 5 }] }),
      ['Arguments', 0, 'Default'],
      'quotes',
    ],
    [
      'that a file pattern stays inside',
      prompt({ Arguments: [{ Name: 'a', Complete: { Files: '../*' } }] }),
      ['Arguments', 0, 'Complete', 'Files'],
      'inside the workspace',
    ],
    [
      'what a file pattern can hold',
      prompt({ Arguments: [{ Name: 'a', Complete: { Files: '(a+)+x' } }] }),
      ['Arguments', 0, 'Complete', 'Files'],
      'Files cannot contain "("',
    ],
    [
      'that values to offer are text',
      prompt({ Arguments: [{ Name: 'a', Complete: ['x', 1] }] }),
      ['Arguments', 0, 'Complete', 1],
      'quotes',
    ],
    [
      'what Complete can be',
      prompt({ Arguments: [{ Name: 'a', Complete: 'x' }] }),
      ['Arguments', 0, 'Complete'],
      'list of values',
    ],
    [
      'that sample values are text',
      prompt({ Samples: [{ Name: 's', Arguments: { a: 1 } }] }),
      ['Samples', 0, 'Arguments', 'a'],
      'quotes',
    ],
    [
      'which addresses an icon may have',
      prompt({ Icons: [{ Src: 'file:///i.png' }] }),
      ['Icons', 0, 'Src'],
      'https:, http: or data:',
    ],
    [
      'that Search needs sources',
      prompt({ Content: { Search: { Query: 'q' } } }),
      ['Content', 'Search'],
      'Sources is missing',
    ],
    ['that Messages is not empty', prompt({ Content: { Messages: [] } }), ['Content', 'Messages'], 'at least one'],
    [
      'which roles there are',
      prompt({ Content: { Messages: [{ Role: 'system', Content: 'x' }] } }),
      ['Content', 'Messages', 0, 'Role'],
      'user or assistant',
    ],
    [
      'that a message has content',
      prompt({ Content: { Messages: [{ Role: 'user' }] } }),
      ['Content', 'Messages', 0],
      'no Content',
    ],
    ['that a message has blocks', message(), ['Content', 'Messages', 0, 'Content'], 'no blocks'],
    ['which block was meant', message({ Type: 'imge', File: 'a.png' }), [...firstBlock, 'Type'], 'did you mean image?'],
    [
      'that a path stays inside media',
      message({ Type: 'image', File: '../a.png' }),
      [...firstBlock, 'File'],
      'inside the media folder',
    ],
    [
      'that a path is relative',
      message({ Type: 'image', File: 'C:/a.png' }),
      [...firstBlock, 'File'],
      'inside the media folder',
    ],
    ['that an image has content', message({ Type: 'image', MimeType: 'image/png' }), firstBlock, 'has no content'],
    [
      'that an image has one content',
      message({ Type: 'image', File: 'a.png', Data: 'AAAA' }),
      firstBlock,
      'File and Data cannot be combined',
    ],
    [
      'that base64 is base64',
      message({ Type: 'image', Data: 'A*==', MimeType: 'image/png' }),
      [...firstBlock, 'Data'],
      'must be base64',
    ],
    [
      'that a MIME type is one',
      message({ Type: 'image', File: 'a.png', MimeType: 'png' }),
      [...firstBlock, 'MimeType'],
      'MIME type',
    ],
    [
      'that an image is an image',
      message({ Type: 'image', File: 'a.txt' }),
      firstBlock,
      'add MimeType, such as image/png',
    ],
    [
      'that a sound is a sound',
      message({ Type: 'audio', File: 'a.png' }),
      firstBlock,
      'add MimeType, such as audio/wav',
    ],
    [
      'that a URI is absolute',
      message({ Type: 'resource', Uri: 'guide', Text: 'x' }),
      [...firstBlock, 'Uri'],
      'absolute URI',
    ],
    ['that a resource has content', message({ Type: 'resource', Uri: 'docs://a' }), firstBlock, 'has no content'],
    [
      'that priority has bounds',
      message({ Type: 'text', Text: 'x', Annotations: { Priority: 2 } }),
      [...firstBlock, 'Annotations', 'Priority'],
      'between 0 and 1',
    ],
    [
      'who an audience can be',
      message({ Type: 'text', Text: 'x', Annotations: { Audience: ['me'] } }),
      [...firstBlock, 'Annotations', 'Audience', 0],
      'user or assistant',
    ],
    [
      'how a date is written',
      message({ Type: 'text', Text: 'x', Annotations: { LastModified: 'May 3' } }),
      [...firstBlock, 'Annotations', 'LastModified'],
      'ISO 8601',
    ],
    [
      'that nothing is evaluated',
      prompt({ Content: { StringTemplate: 'a <* 1 + 1 *>' } }),
      ['Content', 'StringTemplate'],
      '<* … *>',
    ],
    [
      'that a name is not a key that every program can take',
      prompt({ Arguments: [{ Name: '__proto__' }] }),
      ['Arguments', 0, 'Name'],
      '__proto__',
    ],
    ['that a key is there twice', { Name: 'p', name: 'q', Content: 'x' }, ['name'], 'Name is written twice'],
    [
      'that an inner key is there twice',
      prompt({ Arguments: [{ NAME: 'a', name: 'b' }] }),
      ['Arguments', 0, 'name'],
      'Name is written twice',
    ],
  ];

  it.each(cases)('%s', (_, data, at, text) => {
    const { prompt: definition, findings } = readPrompt(data);
    expect(definition).toBeUndefined();
    const errors = findings.filter((finding) => finding.severity === 'error');
    expect(errors).toEqual([expect.objectContaining({ tag: invalidTag, at, message: expect.stringContaining(text) })]);
  });

  it('everything that is wrong at once, each in one sentence', () => {
    const { findings } = readPrompt({ Title: 5, Arguments: [{ Required: 1 }], Content: {}, Samples: 'x' });
    expect(findings.map((finding) => finding.at.join('.'))).toEqual([
      '',
      'Title',
      'Arguments.0',
      'Arguments.0.Required',
      'Content',
      'Samples',
    ]);
    for (const { message } of findings) expect(message).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

describe('A prompt definition that can be served may carry a warning', () => {
  function warningsOf(data: unknown) {
    const { prompt: definition, findings } = readPrompt(data);
    expect(definition).toBeDefined();
    expect(findings.every((finding) => finding.severity === 'warning')).toBe(true);
    return findings;
  }

  it('about an unknown key, with the likely one', () => {
    expect(warningsOf(prompt({ Descripton: 'x' }))).toEqual([
      {
        tag: 'UnknownKey',
        severity: 'warning',
        message: 'Unknown key "Descripton": did you mean Description?',
        at: ['Descripton'],
        on: 'key',
        subject: { kind: 'key', near: 'Description' },
      },
    ]);
  });

  it('about a merge key, which YAML 1.2 does not have', () => {
    expect(warningsOf(prompt({ '<<': { Title: 'x' } })).map(({ message }) => message)).toEqual([
      'Unknown key "<<": YAML 1.2 has no merge keys, so write the keys out here.',
    ]);
  });

  it('about a key of Content outside of it, which has no likely key beside Content', () => {
    expect(warningsOf(prompt({ Messages: [{ Role: 'user', Content: 'x' }] }))).toEqual([
      expect.objectContaining({
        message: 'Unknown key "Messages": write it below Content, as in Content: {Messages: …}.',
        subject: { kind: 'key' },
      }),
    ]);
  });

  it('but not about $schema, which editors read', () => {
    expect(warningsOf({ $schema: './prompt.schema.json', ...prompt({}) })).toEqual([]);
  });

  it('about a slot that no argument fills, once for each name and place', () => {
    const findings = warningsOf(
      prompt({ Arguments: [{ Name: 'city' }], Content: { StringTemplate: '`city` `ctiy` `ctiy` `2`' } }),
    );
    expect(findings).toMatchObject([
      { tag: 'UnknownSlot', at: ['Content', 'StringTemplate'], message: expect.stringContaining('did you mean city?') },
      { tag: 'UnknownSlot', message: expect.stringContaining('slot for argument 2') },
    ]);
  });

  it('about an unused argument, and about backticks in a plain string', () => {
    expect(warningsOf(prompt({ Arguments: [{ Name: 'a' }], Content: 'Hello `a`' }))).toMatchObject([
      { tag: 'UnusedArgument', at: ['Arguments', 0], message: expect.stringContaining('plain text has no slots') },
    ]);
  });

  it('but not where slots count arguments, a query uses them, or a function reads them', () => {
    const Arguments = [{ Name: 'a' }];
    expect(warningsOf(prompt({ Arguments, Content: { StringTemplate: '``' } }))).toEqual([]);
    const Search = { Sources: ['s'], Query: { StringTemplate: '`a`' } };
    expect(warningsOf(prompt({ Arguments, Content: { Search } }))).toEqual([]);
    expect(warningsOf(prompt({ Arguments, Content: { Function: '() => 1' } }))).toEqual([]);
  });

  it('about a default that a required argument never needs', () => {
    const Arguments = [{ Name: 'a', Required: true, Default: 'x' }];
    expect(warningsOf(prompt({ Arguments, Content: { StringTemplate: '`a`' } }))).toMatchObject([
      { at: ['Arguments', 0, 'Default'], message: expect.stringContaining('never used') },
    ]);
  });

  it('about an argument that takes the rest of the line before the last one', () => {
    const Arguments = [{ Name: 'a', RestOfLine: true }, { Name: 'b' }];
    expect(warningsOf(prompt({ Arguments, Content: { StringTemplate: '`a` `b`' } }))).toMatchObject([
      { at: ['Arguments', 0, 'RestOfLine'], message: expect.stringContaining('move "a" to the end') },
    ]);
  });

  it('about an optional argument before a required one', () => {
    const Arguments = [{ Name: 'a' }, { Name: 'b', Required: true }, { Name: 'c' }];
    expect(warningsOf(prompt({ Arguments, Content: { StringTemplate: '`a` `b` `c`' } }))).toMatchObject([
      { at: ['Arguments', 0], message: expect.stringContaining('move it after "b"'), subject: { to: 1, after: 'b' } },
    ]);
  });

  it('about a sample value for an argument that is not there', () => {
    expect(warningsOf(prompt({ Samples: [{ Name: 's', Arguments: { b: 'x' } }] }))).toMatchObject([
      { tag: 'UnknownKey', at: ['Samples', 0, 'Arguments', 'b'] },
    ]);
  });
});

describe('Blocks', () => {
  it('are text, templates, images, audio, resources, links and searches, in the order written', () => {
    expect(
      blocksOf(
        message(
          'plain `x`',
          { StringTemplate: 'no slot' },
          { Type: 'text', Text: 'typed' },
          { Type: 'image', File: './pictures/a.png' },
          { Type: 'audio', Data: 'UklG\nRg==', MimeType: 'audio/wav' },
          { Type: 'resource', Uri: 'docs://a.md', Text: 'x' },
          { Type: 'resource', Uri: 'docs://b', File: 'b.pdf' },
          { Type: 'resource_link', Uri: 'https://example.com/c', Name: 'c', Size: 12, Icons: [] },
          { Type: 'search', Sources: ['s'], Query: 'q' },
        ),
      ),
    ).toEqual([
      { type: 'text', text: { kind: 'literal', text: 'plain `x`' } },
      { type: 'text', text: { kind: 'template', template: 'no slot' } },
      { type: 'text', text: { kind: 'literal', text: 'typed' } },
      { type: 'image', media: { kind: 'file', file: 'pictures/a.png' }, mimeType: 'image/png' },
      { type: 'audio', media: { kind: 'data', data: 'UklGRg==' }, mimeType: 'audio/wav' },
      {
        type: 'resource',
        uri: 'docs://a.md',
        mimeType: 'text/markdown',
        body: { kind: 'text', text: { kind: 'literal', text: 'x' } },
      },
      { type: 'resource', uri: 'docs://b', mimeType: 'application/pdf', body: { kind: 'file', file: 'b.pdf' } },
      { type: 'resource_link', uri: 'https://example.com/c', name: 'c', size: 12, icons: [] },
      { type: 'search', sources: ['s'], query: { kind: 'literal', text: 'q' } },
    ]);
  });

  it('may have annotations, also as a plain template', () => {
    const Annotations = { Audience: ['user', 'assistant'], Priority: 1, LastModified: '2026-05-03T14:30:00+02:00' };
    expect(blocksOf(message({ StringTemplate: 'x', Annotations }))).toMatchObject([
      { annotations: { audience: ['user', 'assistant'], priority: 1, lastModified: '2026-05-03T14:30:00+02:00' } },
    ]);
  });

  it.each([
    ['2026-05-03', '2026-05-03T00:00:00Z'],
    ['2026-05-03T14:30:00', '2026-05-03T14:30:00Z'],
    ['2026-05-03T14:30:00.5Z', '2026-05-03T14:30:00.5Z'],
  ])('may say LastModified: %s, which clients get as a whole instant', (LastModified, lastModified) => {
    expect(blocksOf(message({ StringTemplate: 'x', Annotations: { LastModified } }))).toMatchObject([
      { annotations: { lastModified } },
    ]);
  });
});

describe('Reading a prompt', () => {
  it('reports a value whose name is empty', () => {
    const { findings } = readPrompt({ Name: 'Greet', Content: 'Hi', Samples: [{ Name: 'One', Arguments: { '': 0 } }] });
    const messages = findings.map(({ message }) => message);
    expect(messages).toContain('The value without a name must be text: put it in quotes.');
  });

  it('never throws, and never returns a definition with an error, for any data', () => {
    fc.assert(
      fc.property(definitionLikeJson, (data) => {
        const { prompt: definition, findings } = readPrompt(data);
        const hasError = findings.some((finding) => finding.severity === 'error');
        expect(definition === undefined).toBe(hasError);
        for (const finding of findings) expect(finding.message).toMatch(/^[A-Z].*[.?]$/s);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('reads tags as a list of words or one word, each once; anything else is an error', () => {
  const tagsOf = (Tags: unknown) => readPrompt({ Name: 'p', Content: 'x', Tags }).prompt?.tags;
  expect(tagsOf(['git', 'git', 'review'])).toEqual(['git', 'review']);
  expect(tagsOf('git')).toEqual(['git']);
  expect(tagsOf(undefined)).toBeUndefined();
  expect(readPrompt({ Name: 'p', Content: 'x', Tags: [1] }).findings.map(({ message }) => message)).toEqual([
    'Tags must be a list of words, such as [review, git].',
  ]);
});

it.each([
  ['-5x', 'Budget must be a whole number of tokens, at least 200.'],
  [2.5, 'Budget must be a whole number of tokens, at least 200.'],
  ['300', 'Budget must be a number, without quotes.'],
])('a budget of %j is refused with a sentence about its fault', (budget, sentence) => {
  const { findings } = readPrompt(prompt({ Content: { Search: { Sources: ['s'], Query: 'q', Budget: budget } } }));
  expect(findings.map(({ message }) => message)).toEqual([sentence]);
});
