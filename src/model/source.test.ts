import { describe, expect, it } from 'vitest';
import { readSource } from './source.ts';

describe('A source definition', () => {
  it('of documentation has folders, patterns and judged queries, with keys in any case', () => {
    expect(
      readSource({
        type: 'Documentation',
        title: 'Handbook',
        folders: ['docs', '~/notes.md'],
        include: ['**/*.{md,rst}'],
        docComments: true,
        version: '3.11',
        synonyms: ['car, automobile', 'handle => lever'],
        judged: [{ query: 'start the engine', right: ['docs/engine.md'] }],
      }),
    ).toEqual({
      source: {
        type: 'Documentation',
        title: 'Handbook',
        folders: ['docs', '~/notes.md'],
        include: ['**/*.{md,rst}'],
        exclude: [],
        docComments: true,
        version: '3.11',
        synonyms: ['car, automobile', 'handle => lever'],
        judgedQueries: [{ query: 'start the engine', right: ['docs/engine.md'], wrong: [] }],
      },
      findings: [],
    });
  });

  it.each(['car', 'car =>', '=> lever', 'a => b => c', ', ,'])('has no synonyms in the line %s', (line) => {
    const { source, findings } = readSource({ Type: 'Documentation', Folders: ['docs'], Synonyms: [line] });
    expect(source).toBeUndefined();
    expect(findings).toMatchObject([{ at: ['Synonyms', 0], message: expect.stringContaining('(car, automobile)') }]);
  });

  it('of documentation may name a service for embeddings, which has no effect without an address and a model', () => {
    const data = { Type: 'Documentation', Folders: ['docs'] };
    const Embeddings = { Address: 'http://127.0.0.1:11434/v1', Model: 'nomic-embed-text', Key: 'EMBEDDINGS_KEY' };
    expect(readSource({ ...data, Embeddings: { ...Embeddings, queryPrefix: 'search_query: ' } })).toMatchObject({
      source: {
        embeddings: {
          address: 'http://127.0.0.1:11434/v1',
          model: 'nomic-embed-text',
          key: 'EMBEDDINGS_KEY',
          queryPrefix: 'search_query: ',
        },
      },
      findings: [],
    });
    const readResult = readSource({ ...data, Embeddings: { Address: 'http://127.0.0.1:11434/v1' } });
    expect(readResult.source).not.toHaveProperty('embeddings');
    expect(readResult.findings).toMatchObject([
      { severity: 'warning', at: ['Embeddings'], message: 'Embeddings are not used yet: add a Model.' },
    ]);
    expect(readSource({ ...data, Embeddings: {} }).findings).toEqual([]);
    const secret = readSource({ ...data, Embeddings: { ...Embeddings, Key: 'sk-0123' } });
    expect(secret.source).toBeUndefined();
    expect(secret.findings).toMatchObject([
      {
        at: ['Embeddings', 'Key'],
        message: 'Key must be the name of an environment variable that has the key, such as OPENAI_API_KEY.',
      },
    ]);
    expect(readSource({ ...data, Embeddings: { ...Embeddings, Modell: 'x' } }).findings).toMatchObject([
      { tag: 'UnknownKey', at: ['Embeddings', 'Modell'], message: 'Unknown key "Modell": did you mean Model?' },
    ]);
    expect(readSource({ ...data, Embeddings: 'ollama' }).findings).toMatchObject([{ severity: 'error' }]);
  });

  it('of documentation names pages on the web, what is there, and how much of it is fetched', () => {
    const data = {
      type: 'Documentation',
      web: [
        { url: 'https://docs.example.com/guide/start.html' },
        { url: 'https://docs.example.com/guide', version: '14.2', below: '/guide/api/', depth: 0, refresh: 'Weekly' },
        { url: 'https://docs.example.com/llms-full.txt', maxPages: 10, maxMegabytes: 5, delay: 2.5 },
        { url: 'https://docs.example.com/sitemap_index.xml.gz' },
        { url: 'https://code.example.com/engine.git', ref: 'v2.0', folder: 'docs/' },
        { url: 'ssh://git@code.example.com/engine' },
      ],
    };
    const { source, findings } = readSource(data);
    expect(findings).toEqual([]);
    const limits = { depth: 3, maxPages: 500, maxMegabytes: 50, delaySeconds: 1 };
    expect(source).toMatchObject({
      folders: [],
      web: [
        { type: 'Page', below: '/guide', ...limits },
        { type: 'Page', below: '/guide/api', version: '14.2', depth: 0, refresh: 'Weekly' },
        { type: 'LlmsTxt', below: '', maxPages: 10, maxMegabytes: 5, delaySeconds: 2.5 },
        { type: 'Sitemap', below: '' },
        { type: 'Git', ref: 'v2.0', folder: 'docs' },
        { type: 'Git', url: 'ssh://git@code.example.com/engine' },
      ],
    });
  });

  it.each([
    [{ Url: 'ftp://docs.example.com/' }, ['Web', 0, 'Url'], /^Url must be an http: or https: address/],
    [
      { Url: 'file:///srv/docs/index.html', Type: 'Page' },
      ['Web', 0, 'Url'],
      /^Only a git repository may be at a file: address/,
    ],
    [{ Url: 'https://ada:secret@docs.example.com/' }, ['Web', 0, 'Url'], /^Url must not contain a user or a password/],
    [{ Url: 'https://a.example/x.git', Ref: '--upload-pack=x' }, ['Web', 0, 'Ref'], /^Ref must be the name of/],
    [{ Url: 'https://a.example/x.git', Folder: 'docs/../..' }, ['Web', 0, 'Folder'], /^Folder must be the path of/],
    [{ Url: 'https://a.example/', MaxPages: 20_001 }, ['Web', 0, 'MaxPages'], /from 1 to 20,000\.$/],
    [{ Url: 'https://a.example/', Delay: 0 }, ['Web', 0, 'Delay'], /from 0\.1 to 60\.$/],
    ['https://a.example/', ['Web', 0], /^Entry 1 of Web must be a set of keys and values/],
  ])('of documentation with %j on the web is an error', (entry, at, message) => {
    const { source, findings } = readSource({ Type: 'Documentation', Folders: ['docs'], Web: [entry] });
    expect(source).toBeUndefined();
    expect(findings).toMatchObject([{ severity: 'error', at, message: expect.stringMatching(message) }]);
  });

  it('of documentation warns of an address that is not written yet, and of keys without effect', () => {
    const Web = [{}, { Url: 'https://a.example/x.git', Depth: 2 }, { Url: 'https://a.example/', Folder: 'docs' }];
    const { source, findings } = readSource({ Type: 'Documentation', Web });
    expect(source).toMatchObject({ web: [{ type: 'Git' }, { type: 'Page' }] });
    expect(findings.map(({ severity, at }) => [severity, at])).toEqual([
      ['warning', ['Web', 0]],
      ['warning', ['Web', 1, 'Depth']],
      ['warning', ['Web', 2, 'Folder']],
    ]);
  });

  it('of Wolfram|Alpha may have another address', () => {
    const data = { Type: 'WolframAlpha', BaseUrl: 'http://127.0.0.1:8000/' };
    expect(readSource(data).source).toEqual({
      type: 'WolframAlpha',
      baseUrl: 'http://127.0.0.1:8000',
      judgedQueries: [],
    });
  });

  it('of an MCP server has a program or an address, a tool, and where the query goes', () => {
    const program = {
      Type: 'MCP',
      Command: 'npx',
      Args: ['-y', 'docs'],
      Tool: 'find',
      Argument: 'q',
      Arguments: { limit: 3 },
    };
    expect(readSource(program).source).toMatchObject({
      server: { kind: 'command', command: 'npx', args: ['-y', 'docs'], env: {} },
      tool: 'find',
      argument: 'q',
      fixed: { limit: 3 },
    });
    const address = { Type: 'MCP', Url: 'https://example.com/mcp', Tool: 'find' };
    expect(readSource(address)).toMatchObject({ source: { argument: 'query', server: { kind: 'url' } }, findings: [] });
  });

  it('of an MCP server at an address may have headers; one with a secret must name an environment variable', () => {
    const Headers = { Authorization: `Bearer \${DOCS_TOKEN}`, 'X-Team': 'maths' };
    const address = { Type: 'MCP', Url: 'https://example.com/mcp', Tool: 'find', Headers };
    expect(readSource(address)).toMatchObject({ source: { server: { kind: 'url', headers: Headers } }, findings: [] });
    const writtenSource = readSource({ ...address, Headers: { Authorization: 'Bearer abc' } });
    expect(writtenSource.source).toBeDefined();
    expect(writtenSource.findings).toMatchObject([
      {
        severity: 'warning',
        at: ['Headers', 'Authorization'],
        message: expect.stringMatching(/^Authorization looks like a secret in plain text: write \$\{NAME\}/),
      },
    ]);
    const program = { Type: 'MCP', Command: 'npx', Tool: 'find', Headers };
    expect(readSource(program).findings).toMatchObject([{ severity: 'warning', at: ['Headers'] }]);
  });

  it('of an MCP server program may have variables; a secret one must name an environment variable', () => {
    const program = { Type: 'MCP', Command: 'npx', Tool: 'find' };
    expect(readSource({ ...program, Env: { TOKEN: `\${DOCS_TOKEN}`, TEAM: 'maths' } }).findings).toEqual([]);
    expect(readSource({ ...program, Env: { API_KEY: 'abc' } }).findings).toMatchObject([
      {
        severity: 'warning',
        at: ['Env', 'API_KEY'],
        message: expect.stringMatching(/^API_KEY looks like a secret in plain text: write/),
      },
    ]);
  });

  it.each([{ 'X Team': 'a' }, { 'X-Team': 'a\r\nX-Other: b' }, { 'X-Team': '素数' }])(
    'of an MCP server with a header that cannot be sent is refused: %j',
    (Headers) => {
      const { source, findings } = readSource({ Type: 'MCP', Url: 'https://example.com/mcp', Tool: 'find', Headers });
      expect(source).toBeUndefined();
      expect(findings).toMatchObject([{ severity: 'error' }]);
    },
  );

  it.each([
    ['nothing', null, 'A source must have a Type: Documentation, WolframAlpha or MCP.'],
    ['an unknown type', { Type: 'Dokumentation' }, 'Unknown source Type: did you mean Documentation?'],
    [
      'an invalid pattern',
      { Type: 'Documentation', Folders: ['docs'], Include: ['(a|b)'] },
      'Entry 1 of Include cannot contain "(": use only *, **, ?, [a-z] and {a,b}, as in docs/**/*.{md,txt}.',
    ],
    [
      'both',
      { Type: 'MCP', Tool: 'x', Command: 'a', Url: 'http://a' },
      /has either Command, .* or Url, .*: remove one of them\.$/,
    ],
    ['an invalid address', { Type: 'WolframAlpha', BaseUrl: 'ftp://a' }, 'BaseUrl must be an http: or https: address.'],
  ])('with %s is an error that says what to write', (_, data, message) => {
    const { source, findings } = readSource(data);
    expect(source).toBeUndefined();
    const [finding] = findings;
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toMatch(
      message instanceof RegExp ? message : new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
    );
  });

  it.each([
    [{ Type: 'Documentation' }, 'Name a folder or a file to read.'],
    [{ Type: 'Documentation', Folders: [] }, 'Name a folder or a file to read.'],
    [{ Type: 'MCP', Tool: 'x' }, 'Name the program of an MCP server, or its address.'],
    [{ Type: 'MCP', Command: 'a' }, 'Name the tool to call.'],
  ])('that is not filled in yet has no error, but says what is left: %j', (data, instruction) => {
    expect(readSource(data)).toEqual({ instruction, findings: [] });
  });

  it('that sets the argument of the query gets a warning', () => {
    const { source, findings } = readSource({ Type: 'MCP', Url: 'http://a', Tool: 'x', Arguments: { query: 'y' } });
    expect(source).toBeDefined();
    expect(findings).toMatchObject([{ severity: 'warning', at: ['Arguments', 'query'] }]);
  });
});

describe('A documentation source', () => {
  it('gets a warning for a folder of private data', () => {
    const { source, findings } = readSource({ Type: 'Documentation', Folders: ['docs', '~/.ssh'] });
    expect(source).toBeDefined();
    expect(findings).toMatchObject([
      { severity: 'warning', at: ['Folders', 1], message: expect.stringContaining('~/.ssh holds SSH keys') },
    ]);
  });
});
