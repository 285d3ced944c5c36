import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readPrompt } from '../../model/prompt/prompt.ts';
import { readServer } from '../../model/server.ts';
import { cpuClock } from '../../wolfram/testing/cpu.ts';
import type { ImportResult } from '../importer.ts';
import { importerFor, importers } from './index.ts';
import { readable } from './testing/readable.ts';

const root = fileURLToPath(new URL('../testing', import.meta.url));
const folders = ['claude-code', 'dotprompt', 'langfuse', 'plain-text', 'vscode', 'wolfram'];

function filesOf(folder: string): readonly string[] {
  const entries = readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + folder.length + 2))
    .sort();
}

async function read(folder: string, path: string): Promise<ImportResult> {
  const source = { kind: 'file', file: { path, text: readFileSync(`${root}/${folder}/${path}`, 'utf8') } } as const;
  const importer = importerFor(source);
  expect(importer?.id).toBe(folder);
  return (await importer?.read(source)) ?? { items: [], problems: [] };
}

describe.each(folders)('files of %s', (folder) => {
  test('give the expected definitions and notes', async () => {
    const results: Record<string, unknown> = {};
    for (const path of filesOf(folder)) results[path] = readable(await read(folder, path));
    expect(Object.keys(results).length).toBeGreaterThanOrEqual(5);
    const text = stringify(results, { lineWidth: 0, blockQuote: 'literal' });
    await expect(text).toMatchFileSnapshot(`expected/${folder}.yaml`);
  });

  test('give definitions that can be served', async () => {
    for (const path of filesOf(folder)) {
      for (const { kind, data } of (await read(folder, path)).items) {
        const findings =
          kind === 'server' ? readServer(data).findings : kind === 'prompt' ? readPrompt(data).findings : [];
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    }
  });
});

describe('hostile files', () => {
  const deepText = '{'.repeat(100_000);
  test.each([
    ['a.wl', deepText],
    ['a.wl', `(*${'(*'.repeat(50_000)}`],
    ['a.wl', '"never closed'],
    ['commands/a.md', `---\n${'a: &a [*a]\n'}---\nx`],
    [
      'commands/a.md',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from(
        { length: 20 },
        (_, i) => `b${i}: &b${i} [${'*b'.concat(String(i - 1), ',').repeat(9)}]`,
      )
        .join('\n')
        .replaceAll('*b-1', '*a')}\n---\nx`,
    ],
    ['commands/a.md', '---\nnever closed'],
    ['a.prompt', '{{#if a}}'.repeat(20_000)],
    ['a.prompt', '{{'.repeat(100_000)],
    ['a.prompt', `${'{{#if a}}'.repeat(49)}x${'{{/if}}'.repeat(49)}`],
    ['a.json', `{"prompt":${'['.repeat(100_000)}`],
    ['a.json', '{"prompt": null, "name": {}}'],
    ['a.md', `{{${' '.repeat(100_000)}`],
    ['a.md', '{a'.repeat(50_000)],
    ['a.prompt.md', `\${input:${'a'.repeat(100_000)}`],
    ['a.md', `\u0000\ud800{{x}}`],
    ['a.prompt.md', '${input:'.repeat(100_000)],
    ['a.prompt.md', ']('.repeat(200_000)],
    ['a.prompt', '{{!--'.repeat(100_000)],
    ['a.prompt', `{{#each a}}`.repeat(40) + '{{#if b}}{{else if c}}'.repeat(20_000)],
    ['a.prompt', `x${' '.repeat(200_000)}{{#if a}}${' '.repeat(200_000)}{{/if}}`],
    ['commands/a.md', `---\nargument-hint: "${'['.repeat(200_000)}"\n---\nx`],
    ['commands/a.md', `---\na: ${'['.repeat(200_000)}\n---\nx`],
    ['commands/a.md', `---\n${'  '.repeat(1000)}a: 1\n---\nx`],
    ['commands/a.md', `---\n${Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n---\nx`],
    ['a', '<|'.repeat(50_000)],
    ['a', '<|"Name"->'.repeat(10_000)],
    [
      'a.wl',
      `a="${'x'.repeat(1000)}";${Array.from({ length: 60 }, (_, i) => `a${i}=${i ? `a${i - 1}` : 'a'}<>${i ? `a${i - 1}` : 'a'};`).join('')}{<|"Name"->"n","Content"->a59|>}`,
    ],
    [
      'a.wl',
      `${Array.from({ length: 40 }, (_, i) => `t${i}=<|"Name"->"n${i}","Content"->StringTemplate["\`x\`"],"Arguments"->{${i ? `t${i - 1},t${i - 1}` : ''}}|>;`).join('')}{t39}`,
    ],
    ['a.jsonl', '{"prompt":'.repeat(100_000)],
    ['a.json', `{"name":"a","prompt":"${'{{'.repeat(200_000)}"}`],
  ])('%s (case %#) is read or refused within a second', async (path, text) => {
    const source = { kind: 'file', file: { path, text } } as const;
    const readCpuMs = cpuClock();
    const result = await importerFor(source)?.read(source);
    expect(readCpuMs()).toBeLessThan(1000);
    expect((result?.items.length ?? 0) + (result?.problems.length ?? 0)).toBeGreaterThan(0);
  });

  test('no file crashes an importer', async () => {
    for (const { id, read: readWith } of importers) {
      if (id === 'mcp-server') continue;
      for (const text of ['', '---\n---\n', '---\n- a\n---', '\ufeff', 'null', '{}', '[]', '{{/if}}', '<||>'])
        await readWith({ kind: 'file', file: { path: 'a', text } });
    }
  });
});
