import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readPrompt } from '../../model/prompt.ts';
import { readServer } from '../../model/server.ts';
import type { Imported, ImportedItem } from '../importer.ts';
import { importerFor, importers } from './index.ts';

const root = fileURLToPath(new URL('../fixtures', import.meta.url));
const folders = ['claude-code', 'dotprompt', 'langfuse', 'plain-text', 'vscode', 'wolfram'];

function filesOf(folder: string): readonly string[] {
  const entries = readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + folder.length + 2))
    .sort();
}

async function read(folder: string, path: string): Promise<Imported> {
  const source = { kind: 'file', file: { path, text: readFileSync(`${root}/${folder}/${path}`, 'utf8') } } as const;
  const importer = importerFor(source);
  expect(importer?.id).toBe(folder);
  return (await importer?.read(source)) ?? { items: [], problems: [] };
}

describe.each(folders)('files of %s', (folder) => {
  test('give the definitions and the losses that were looked at when the expectations were written', async () => {
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

/** An item as somebody reads it, without what is empty. */
function readable({ items, problems }: Imported): unknown {
  return {
    ...(items.length > 0 && { makes: items.map(readableItem) }),
    ...(problems.length > 0 && { problems: problems.map(withPlace) }),
  };
}

function readableItem({ kind, name, data, notes, instead }: ImportedItem): unknown {
  return {
    [kind]: name,
    data,
    ...(notes.length > 0 && { notes: notes.map((note) => `${note.kind}: ${withPlace(note)}`) }),
    ...(instead && { instead: { label: instead.label, data: instead.data } }),
  };
}

function withPlace({ message, line, column }: { message: string; line?: number; column?: number }): string {
  return line === undefined ? message : `${line}:${column}: ${message}`;
}

describe('hostile files', () => {
  const deep = '{'.repeat(100_000);
  test.each([
    ['a.wl', deep],
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
  ])('%s (case %#) is read or refused within a second', async (path, text) => {
    const source = { kind: 'file', file: { path, text } } as const;
    const start = performance.now();
    const result = await importerFor(source)?.read(source);
    expect(performance.now() - start).toBeLessThan(1000);
    expect((result?.items.length ?? 0) + (result?.problems.length ?? 0)).toBeGreaterThan(0);
  });

  test('no file at all crashes an importer', async () => {
    for (const { id, read: readWith } of importers) {
      if (id === 'mcp-server') continue;
      for (const text of ['', '---\n---\n', '---\n- a\n---', '\ufeff', 'null', '{}', '[]', '{{/if}}', '<||>'])
        await readWith({ kind: 'file', file: { path: 'a', text } });
    }
  });
});
