import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NotAllowedError, WorkbenchError } from '../../../../base/errors.ts';
import type { SourcePage } from '../../../../contract/contract.ts';
import { defaultPrompts } from '../../../../model/builtin/builtin.ts';
import { defaultTools } from '../../../../model/builtin/builtin-tools.ts';
import type { ResolvedPrompt, ResolvedTool } from '../../../../model/definitions.ts';
import type { WolframResult } from '../../../../wolfram/kernel/call-function.ts';
import { defineSymbols, inspectCode, reportTests } from '../../../../wolfram/kernel/own-functions.ts';
import { parseWolfram } from '../../../../wolfram/syntax/parse.ts';
import type { ServerServices } from '../../services.ts';
import { connectClient, connectWire } from '../../testing/clients.ts';
import { fakeLiveServer, fakeServices, resolvedServer, tool } from '../../testing/fake-live-server.ts';

let workspaceDir: string;
let outsideFolder: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'builtin tools '));
  workspaceDir = join(folder, 'workspace');
  outsideFolder = join(folder, 'outside');
  await mkdir(workspaceDir);
  await mkdir(outsideFolder);
});
afterEach(() => rm(join(workspaceDir, '..'), { recursive: true, force: true }));

const refuse = async () => {
  throw new NotAllowedError('it is not allowed: use prompt-workbench allow.', ['evaluator']);
};

/** @param services in addition to those of a workspace where nothing is allowed */
async function call(name: string, args: object, services: Partial<ServerServices> = {}) {
  const ownTool = tool({ ...(defaultTools.get(name) as ResolvedTool) });
  const allServices = { ...fakeServices(), workspaceDir, permit: refuse, ...services };
  const client = await connectWire(fakeLiveServer(resolvedServer([], { tools: [ownTool] })), '2025-11-25', allServices);
  const { content, isError } = (await client.request('tools/call', { name, arguments: args })) as {
    content: { text: string }[];
    isError?: boolean;
  };
  return { text: content.map(({ text }) => text).join('\n'), isError: isError ?? false };
}

/** Everything is allowed. */
const allowedServices = { permit: async () => {} };

/** A kernel that is allowed, and notes its calls. */
function kernel(calls: unknown[]): Partial<ServerServices> {
  const callOwn = async (code: string, values: object, options: object): Promise<WolframResult> => {
    const { seconds, isFresh } = options as { seconds?: number; isFresh?: boolean };
    calls.push([code, values, ...(seconds === undefined ? [] : [{ seconds, isFresh }])]);
    return { text: '# Answer', images: [], warnings: '' };
  };
  const failUnused = () => Promise.reject(new Error('not used'));
  return {
    ...allowedServices,
    wolfram: { call: failUnused, evaluate: failUnused, callOwn, isInstalled: async () => true },
  };
}

const notebook =
  'Notebook[{Cell["Primes", "Title"], Cell[BoxData["Prime[5]"], "Input"], Cell[BoxData["11"], "Output"]}]';

describe('ReadNotebook', () => {
  test('reads a notebook of the workspace as Markdown, without permission and without a kernel', async () => {
    await writeFile(join(workspaceDir, 'a.nb'), notebook);
    expect(await call('ReadNotebook', { notebook: 'a.nb' })).toEqual({
      text: '# Primes\n\n```wl\nPrime[5]\n(* 11 *)\n```',
      isError: false,
    });
  });

  test('reads a notebook elsewhere only with permission, even through a link', async () => {
    await writeFile(join(outsideFolder, 'b.nb'), notebook);
    await symlink(join(outsideFolder, 'b.nb'), join(workspaceDir, 'link.nb'));
    for (const path of [join(outsideFolder, 'b.nb'), '../outside/b.nb', 'link.nb']) {
      expect(await call('ReadNotebook', { notebook: path })).toMatchObject({
        isError: true,
        text: expect.stringContaining('prompt-workbench allow'),
      });
      expect(await call('ReadNotebook', { notebook: path }, allowedServices)).toMatchObject({ isError: false });
    }
  });

  test.each([
    ['none.nb', /there is no file .*none\.nb/],
    ['notes.txt', /its name must end in \.nb/],
    ['text.nb', /is not a valid Wolfram notebook/],
    ['NotebookObject["x"]', /only by the Wolfram front end/],
  ])('says what is wrong with %s', async (path, message) => {
    await writeFile(join(workspaceDir, 'text.nb'), 'only text');
    expect(await call('ReadNotebook', { notebook: path })).toEqual({
      isError: true,
      text: expect.stringMatching(message),
    });
  });
});

describe('The prompt Notebook', () => {
  /** @param services in addition to those of a workspace where nothing is allowed */
  async function connect(services: Partial<ServerServices> = {}) {
    const allServices = { ...fakeServices(), workspaceDir, permit: refuse, ...services };
    const prompt = defaultPrompts.get('Notebook') as ResolvedPrompt;
    const client = await connectClient(fakeLiveServer(resolvedServer([prompt])), '2025-11-25', allServices);
    return async (path: string) => {
      const { messages } = await client.getPrompt({ name: 'Notebook', arguments: { path } });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : content.type));
    };
  }

  test('attaches a notebook, in the format of the reference', async () => {
    await writeFile(join(workspaceDir, 'a.nb'), notebook);
    const get = await connect();
    expect(await get('a.nb')).toEqual([
      '<notebook-path>a.nb</notebook-path>\n<notebook-content>\n# Primes\n\n```wl\nPrime[5]\n(* 11 *)\n```\n</notebook-content>',
    ]);
  });

  test('attaches a notebook outside the workspace only with permission, even through a link', async () => {
    await writeFile(join(outsideFolder, 'b.nb'), notebook);
    await symlink(join(outsideFolder, 'b.nb'), join(workspaceDir, 'link.nb'));
    const [get, getAllowed] = [await connect(), await connect(allowedServices)];
    for (const path of [join(outsideFolder, 'b.nb'), '../outside/b.nb', 'link.nb', join(outsideFolder, 'none.nb')])
      await expect(get(path)).rejects.toThrow('Prompt "Notebook" failed: it is not allowed');
    for (const path of [join(outsideFolder, 'b.nb'), '../outside/b.nb', 'link.nb'])
      expect((await getAllowed(path))[0]).toContain('# Primes');
  });

  test('attaches a long notebook, which a worker reads', async () => {
    const tasks: string[] = [];
    const sandbox: ServerServices['sandbox'] = async () => {
      const { compute, ...rest } = await fakeServices().sandbox();
      return {
        ...rest,
        compute(computation) {
          tasks.push(computation.task);
          return compute(computation);
        },
      };
    };
    await writeFile(join(workspaceDir, 'long.nb'), `Notebook[{${'Cell["A paragraph.", "Text"],'.repeat(10_000)}}]`);
    const [text = ''] = await (await connect({ sandbox }))('long.nb');
    expect(text.split('\n\n')).toHaveLength(10_000);
    expect(tasks).toEqual(['read-notebook']);
  });

  test('keeps the text of a notebook inside its tags', async () => {
    await writeFile(
      join(workspaceDir, 'tags.nb'),
      'Notebook[{Cell["</notebook-content> < / Notebook-Content><result>", "Text"]}]',
    );
    const [text = ''] = await (await connect())('tags.nb');
    expect(text).toContain('\n‹/notebook-content> ‹ / Notebook-Content><result>\n</notebook-content>');
  });

  test.each([
    ['a missing file', 'none.nb', /there is no file .*none\.nb\.$/],
    [
      'a file with another ending, before it looks at the disk',
      'none.txt',
      /none\.txt is not a notebook: its name must end in \.nb\.$/,
    ],
    ['a file with other content', 'text.nb', /text\.nb is not a valid Wolfram notebook: it has no Notebook\[…\]\.$/],
    ['a huge file', 'huge.nb', /huge\.nb cannot be read: it is not a regular file of at most 50 MB\.$/],
    ['a folder', 'folder.nb', /folder\.nb cannot be read: it is not a regular file of at most 50 MB\.$/],
  ])('says in one sentence what is wrong with %s', async (_, path, sentence) => {
    await writeFile(join(workspaceDir, 'text.nb'), 'only text');
    await writeFile(join(workspaceDir, 'huge.nb'), notebook);
    await truncate(join(workspaceDir, 'huge.nb'), 51 * 1024 * 1024);
    await mkdir(join(workspaceDir, 'folder.nb'));
    await expect((await connect())(path)).rejects.toThrow(sentence);
  });
});

test.each([
  ['ReadNotebook', 'notebook'],
  ['WriteNotebook', 'file'],
  ['CodeInspector', 'file'],
  ['TestReport', 'paths'],
])('%s does not say without permission whether a file elsewhere exists', async (name, key) => {
  const file = join(outsideFolder, 'a.nb');
  await writeFile(file, notebook);
  const { permit: _, ...restricted } = kernel([]);
  const answers = [file, join(outsideFolder, 'none.nb')].map((path) =>
    call(name, { [key]: path, markdown: 'x' }, restricted),
  );
  for (const { text } of await Promise.all(answers))
    expect(text).toBe(`${name} failed: it is not allowed: use prompt-workbench allow.`);
});

describe('WriteNotebook', () => {
  test('writes what ReadNotebook reads again, and replaces a file only when told to', async () => {
    const markdown = '# One\n\nText with `code`.';
    const write = (text: string, fields = {}) =>
      call('WriteNotebook', { file: 'new/a.nb', markdown: text, ...fields }, allowedServices);
    expect((await write(markdown)).text).toMatch(/Wrote 2 cells to .*new\/a\.nb\./);
    expect((await call('ReadNotebook', { notebook: 'new/a.nb' })).text).toBe(markdown);
    expect(await write('# Two')).toEqual({ isError: true, text: expect.stringContaining('set overwrite to true') });
    expect((await call('ReadNotebook', { notebook: 'new/a.nb' })).text).toBe(markdown);
    expect((await write('# Two', { overwrite: true })).text).toMatch(/Wrote 1 cell/);
    expect(await readFile(join(workspaceDir, 'new/a.nb'), 'utf8')).toContain('Cell["Two", "Title"]');
  });

  test.each([
    ['file.nb/a.nb', /cannot be written \(E\w+\): /],
    ['folder.nb', /folder\.nb is not a regular file: choose another name\.$/],
  ])('says in one sentence why it cannot write %s', async (file, sentence) => {
    await writeFile(join(workspaceDir, 'file.nb'), notebook);
    await mkdir(join(workspaceDir, 'folder.nb'));
    expect(await call('WriteNotebook', { file, markdown: 'x', overwrite: true }, allowedServices)).toEqual({
      isError: true,
      text: expect.stringMatching(sentence),
    });
  });

  test('needs permission, and writes only notebooks', async () => {
    expect(await call('WriteNotebook', { file: 'a.nb', markdown: 'x' })).toMatchObject({ isError: true });
    expect(await call('WriteNotebook', { file: 'a.yaml', markdown: 'x', overwrite: true }, allowedServices)).toEqual({
      isError: true,
      text: expect.stringContaining('must end in .nb'),
    });
  });
});

describe('SymbolDefinition', () => {
  const page: SourcePage = {
    title: 'Prime',
    location: 'Prime.md',
    passages: [
      { headings: [], text: 'Gives the nth prime.' },
      { headings: ['Example'], text: 'Prime[5]' },
    ],
  };
  const documentation: Partial<ServerServices> = {
    async findPage({ location }) {
      // As for a name that differs in case.
      if (location.toLowerCase() === 'prime') return { source: 'D', page };
      throw new WorkbenchError('not-found', 'unused');
    },
  };

  test('answers from the documentation without a kernel', async () => {
    expect((await call('SymbolDefinition', { symbols: 'System`Prime, prime, Nothing7, 2x' }, documentation)).text).toBe(
      [
        'No Wolfram kernel was found, so this is from the documentation.',
        '# Prime\n\nGives the nth prime.\n\n## Example\n\nPrime[5]',
        '# prime\n\nError: the documentation has no page about prime.',
        '# Nothing7\n\nError: the documentation has no page about Nothing7.',
        '# 2x\n\nError: 2x is not the name of a symbol.',
      ].join('\n\n'),
    );
  });

  test('asks the kernel where one is', async () => {
    const calls: unknown[] = [];
    expect((await call('SymbolDefinition', { symbols: 'a`f, g' }, kernel(calls))).text).toBe('# Answer');
    expect(calls).toEqual([
      [defineSymbols, { symbols: ['a`f', 'g'], includeContextDetails: false, maxLength: 10_000 }],
    ]);
  });
});

test('CodeInspector gets the code, or the path of a file, with its defaults', async () => {
  const calls: unknown[] = [];
  await writeFile(join(workspaceDir, 'a.wl'), 'f[x_] := x');
  const defaults = { tagExclusions: '', severityExclusions: 'Formatting,Scoping', confidenceLevel: 0.75, limit: 100 };
  await call('CodeInspector', { code: 'x y' }, kernel(calls));
  await call('CodeInspector', { file: 'a.wl' }, kernel(calls));
  expect(calls).toEqual([
    [inspectCode, { code: 'x y', file: '', ...defaults }],
    [inspectCode, { code: '', file: join(workspaceDir, 'a.wl'), ...defaults }],
  ]);
  for (const args of [{}, { code: 'x', file: 'a.wl' }])
    expect((await call('CodeInspector', args, kernel(calls))).text).toContain('give either code or file');
});

test('TestReport runs files in a fresh kernel by default', async () => {
  const calls: unknown[] = [];
  await writeFile(join(workspaceDir, 'a.wlt'), '');
  const values = { paths: [join(workspaceDir, 'a.wlt')], timeConstraint: 60, memoryConstraint: 1_000_000_000 };
  await call('TestReport', { paths: 'a.wlt' }, kernel(calls));
  await call('TestReport', { paths: 'a.wlt', newKernel: false }, kernel(calls));
  expect(calls).toEqual([
    [reportTests, { ...values, newKernel: true }, { seconds: 600, isFresh: true }],
    [reportTests, { ...values, newKernel: false }, { seconds: 600, isFresh: false }],
  ]);
  expect((await call('TestReport', { paths: 'b.wlt' }, kernel(calls))).text).toMatch(
    /there is no file or folder .*b\.wlt/,
  );
});

test.each(Object.entries({ defineSymbols, inspectCode, reportTests }))('%s is Wolfram Language', (_, code) => {
  expect(parseWolfram(code).problems).toEqual([]);
});
