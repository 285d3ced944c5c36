import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { splitCommand } from '../base/split-command.ts';
import { withoutEscapes } from '../model/template/escape.ts';
import { findForeignSlots } from '../model/template/foreign-slots.ts';
import { createImports } from './imports.ts';
import { readFiles, readPath } from './read-sources.ts';

const noText = 'It is not UTF-8 or UTF-16 text: save it in one of these encodings.';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'import-'));
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), text);
}

const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('picked files', () => {
  test('are all imported, and a Claude Code command is recognised without its folder', async () => {
    const { items, notes } = await readFiles([
      { path: 'review.prompt.md', text: `Review $\{input:code}` },
      { path: 'tick.md', text: 'Tick off $1, then $2.' },
      { path: 'fix.md', text: '---\nargument-hint: "[issue]"\n---\nFix it.' },
      { path: 'price.md', text: 'It costs $1 per month.' },
    ]);
    expect(items.map(({ name, as }) => [name, as])).toEqual([
      ['fix', 'Claude Code command or skill'],
      ['price', 'Text'],
      ['review', 'VS Code prompt file'],
      ['tick', 'Text'],
    ]);
    expect(items[3]?.data.Content).toEqual({ StringTemplate: 'Tick off `arg1`, then `arg2`.' });
    expect(notes).toEqual([]);
  });

  test('have the slots of every program converted, as a pasted text has, or left as text for good', async () => {
    const text = `Review \`$x\` of {{version}} in \${lang}, {tone}: $ARGUMENTS.`;
    const { items } = await readFiles([{ path: 'review.md', text }]);
    expect(items[0]?.notes.map(({ message }) => message)).toEqual([
      `{{version}}, \${lang}, {tone} … are slots of another program: they are now arguments.`,
    ]);
    expect(items[0]?.data).toEqual({
      Name: 'review',
      Arguments: [
        { Name: 'version', Required: true },
        { Name: 'lang', Required: true },
        { Name: 'tone', Required: true },
        { Name: 'arguments', RestOfLine: true },
      ],
      Content: { StringTemplate: 'Review `$x` of `version` in `lang`, `tone`: `arguments`.' },
    });
    const { label, data = {} } = items[0]?.instead ?? {};
    expect(label).toBe(`Leave {{version}}, \${lang}, {tone} … as text`);
    expect(data).not.toHaveProperty('Arguments');
    const remainingTemplate = (data.Content as { StringTemplate: string }).StringTemplate;
    expect(withoutEscapes(remainingTemplate)).toBe(text);
    expect(findForeignSlots(remainingTemplate, true)).toEqual([]);
    const pastedImport = await createImports(dir).read({ kind: 'text', text });
    expect(pastedImport.reading.items[0]?.data.Content).toEqual(items[0]?.data.Content);

    const { slotTexts, leave } = items[0]?.slots ?? {};
    expect(slotTexts).toEqual(['{{version}}', `\${lang}`, '{tone}', '$ARGUMENTS']);
    const adjustedItem = leave?.(['{tone}', `\${lang}`]);
    expect(adjustedItem?.data.Arguments).toEqual([
      { Name: 'version', Required: true },
      { Name: 'arguments', RestOfLine: true },
    ]);
    const { StringTemplate: template = '' } = (adjustedItem?.data.Content ?? {}) as { StringTemplate?: string };
    expect(withoutEscapes(template)).toBe(`Review \`$x\` of \`version\` in \${lang}, {tone}: \`arguments\`.`);
    expect(findForeignSlots(template, true)).toEqual([]);
    expect(adjustedItem?.notes.map(({ message }) => message)).toEqual([
      '{{version}}, $ARGUMENTS are slots of another program: they are now arguments.',
    ]);
    expect(leave?.(slotTexts ?? []).data).toEqual(data);
  });

  test('have backticked words that stay text, and say so', async () => {
    const tags = 'For {{topic}}: {{#if x}}yes{{/if}} {{user.name}} {% if y %}';
    const pastedImport = await createImports(dir).read({ kind: 'text', text: tags });
    expect(pastedImport.reading.items[0]?.notes.map(({ message }) => message)).toEqual([
      '{{#if x}}, {{/if}}, {% if y %} stay text, because only names become arguments. A file whose name ends with .prompt is read as dotprompt, with its blocks and paths.',
      '{{topic}}, {{user.name}} are slots of another program: they are now arguments.',
    ]);
    const text = 'Bump {{version}} in the field `version` of `git`.';
    const expected = {
      data: { Content: { StringTemplate: 'Bump `version` in the field <*"`version`"*> of <*"`git`"*>.' } },
      notes: [{ message: expect.stringContaining('{{version}}') }, { message: 'Kept `version` and `git` as text.' }],
    };
    expect((await readFiles([{ path: 'bump.md', text }])).items).toMatchObject([expected]);
    expect((await createImports(dir).read({ kind: 'text', text })).reading.items).toMatchObject([expected]);
  });

  test('of a known program say which slots of a third one stay text', async () => {
    const { items } = await readFiles([{ path: '.claude/commands/fix.md', text: 'Fix $1 in {{version}}.' }]);
    expect(items[0]?.data.Content).toEqual({ StringTemplate: 'Fix `arg1` in {{version}}.' });
    expect(items[0]?.notes.map(({ message }) => message)).toEqual([
      '{{version}} stays text; the editor can convert it.',
    ]);
  });

  test('are in the order that a person expects', async () => {
    const { items } = await readFiles(
      ['step-1', 'step-10', 'step-2'].map((name) => ({ path: `${name}.md`, text: name })),
    );
    expect(names(items)).toEqual(['step-1', 'step-2', 'step-10']);
  });
});

describe('one file by its path', () => {
  test('is from that path, or from its last folders if the path is long', async () => {
    const from = async (file: string) => {
      await write(file, 'Hi');
      const path = join(dir, file);
      return [path, (await readPath(path)).items[0]?.from] as const;
    };
    const [path, origin] = await from('a.md');
    expect(path.split('/').length).toBeLessThanOrEqual(5);
    expect(origin).toBe(path);
    expect((await from('one/two/three/a.md'))[1]).toBe('one/two/three/a.md');
  });
});

describe('a folder', () => {
  test('gives its prompt files and ignores other text and the folders of tools', async () => {
    await write('project/.claude/commands/review.md', 'Review $1');
    await write('project/.github/prompts/plan.prompt.md', `Plan $\{input:what}`);
    await write('project/README.md', '# Project');
    await write('project/package.json', '{"name": "x"}');
    await write('project/node_modules/a/b.prompt', 'Hi');
    await write('project/logo.prompt', 'PNG\u0000\u0001');
    const { items, problems, notes } = await readPath(join(dir, 'project'));
    expect(names(items)).toEqual(['review', 'plan']);
    expect(problems).toEqual([{ from: 'project/logo.prompt', message: noText }]);
    expect(notes?.map(({ message }) => message)).toEqual([
      'project/README.md is left out, because nothing marks it as a prompt: import it separately.',
    ]);
  });

  test('of Claude Code commands gives all of them whatever its name is, and names what it leaves out', async () => {
    const commands = {
      'fix-issue.md': '---\nargument-hint: [issue]\n---\nFix issue $1.',
      'review.md': 'Review $ARGUMENTS',
      'changes.md': 'Explain what `git log $ARGUMENTS` prints.',
      'compare.md': 'Compare $1 with $2.',
      'git/commit.md': '---\ndescription: Commits\n---\nCommit as $ARGUMENTS',
      'git/tag.md': '---\ndescription: Tags\n---\nTag the newest commit.',
    };
    const texts = {
      'README.md': '# Commands\n\nEach takes `$ARGUMENTS`.',
      'notes.txt': 'Ask about $ARGUMENTS',
      'git/notes.md': 'It costs $1 per month.',
    };
    for (const [file, text] of Object.entries({ ...commands, ...texts })) await write(`cmds/${file}`, text);
    const { items, notes } = await readPath(join(dir, 'cmds'));
    expect(new Set(items.map(({ as }) => as))).toEqual(new Set(['Claude Code command or skill']));
    expect(names(items)).toEqual(['changes', 'compare', 'fix-issue', 'review', 'commit', 'tag']);
    expect(items[3]?.data.Content).toEqual({ StringTemplate: 'Review `arguments`' });
    expect(notes?.map(({ message }) => message)).toEqual([
      'cmds/notes.txt, cmds/README.md and cmds/git/notes.md are left out, because nothing marks them as prompts: import them separately.',
    ]);
  });

  test('with pages about Claude Code commands gives texts: only front matter shows a command', async () => {
    await write('guide/write.md', '---\ndescription: How to\n---\nA command begins with\n\nargument-hint: [issue]\n');
    await write('guide/use.md', '---\ndescription: How to\n---\nType its name.');
    const { items } = await readPath(join(dir, 'guide'));
    expect(items.map(({ as }) => as)).toEqual(['Text', 'Text']);
  });

  test('of another kind beside Claude Code commands stays left out, and only a handful of it is named', async () => {
    await write('project/cmds/fix.md', '---\nargument-hint: [issue]\n---\nFix issue $1.');
    await write('project/.claude/commands/review.md', '---\nargument-hint: [file]\n---\nReview $1');
    await write('project/.claude/agents/tester.md', '---\ndescription: Tests\n---\nTest everything.');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await write(`project/docs/${name}.md`, `---\ndescription: ${name}\n---\nA command has \`$ARGUMENTS\`.`);
    const { items, notes } = await readPath(join(dir, 'project'));
    expect(names(items)).toEqual(['fix', 'review']);
    expect(notes?.map(({ message }) => message)).toEqual([
      'project/docs/a.md, project/docs/b.md, project/docs/c.md, project/docs/d.md, project/docs/e.md and 2 more are left out, because nothing marks them as prompts: import them separately.',
    ]);
  });

  test('gives its files in the order that a person expects', async () => {
    for (const name of ['step-10', 'step-2', 'step-1']) await write(`steps/${name}.md`, name);
    const { items } = await readPath(join(dir, 'steps'));
    expect(names(items)).toEqual(['step-1', 'step-2', 'step-10']);
  });

  test('with only plain text gives the texts', async () => {
    await write('prompts/a.md', 'A');
    await write('prompts/b.txt', 'B');
    expect(names((await readPath(join(dir, 'prompts'))).items)).toEqual(['a', 'b']);
  });

  test('is not left through a link', async () => {
    await write('secret.md', 'secret');
    await write('folder/a.md', 'A');
    await symlink(join(dir, 'secret.md'), join(dir, 'folder/out.md'));
    await symlink(dir, join(dir, 'folder/up'));
    await symlink(join(dir, 'folder'), join(dir, 'folder/again'));
    await symlink(join(dir, 'nothing'), join(dir, 'folder/broken.md'));
    const { items, notes } = await readPath(join(dir, 'folder'));
    expect(names(items)).toEqual(['a']);
    expect(notes?.map(({ message }) => message)).toContain(
      'out.md is left out: it links to a place outside the folder.',
    );
  });

  test('without prompts, or a missing place, gives an error', async () => {
    await mkdir(join(dir, 'empty'));
    await expect(readPath(join(dir, 'empty'))).rejects.toThrow(/has nothing to import/);
    await expect(readPath(join(dir, 'none'))).rejects.toThrow(
      /^There is no file or folder .*none: check the path, or choose another one\.$/,
    );
    expect((await readFiles([{ path: 'a.exe', text: '' }])).problems[0]?.message).toMatch(/^No importer reads/);
  });
});

describe('a file', () => {
  test('is read in the encodings and with the line breaks of editors', async () => {
    const text = '---\r\ndescription: Größe\r\n---\r\nSize of {thing}\r\nin one line.\r\n';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const encodedTexts = { bom: Buffer.from(`\ufeff${text}`), little: utf16, big: Buffer.from(utf16).swap16() };
    for (const [name, bytes] of Object.entries(encodedTexts)) {
      await writeFile(join(dir, `${name}.md`), bytes);
      const { items, problems } = await readPath(join(dir, `${name}.md`));
      expect(problems).toEqual([]);
      expect(items[0]?.data).toEqual({
        Name: name,
        Description: 'Größe',
        Arguments: [{ Name: 'thing', Required: true }],
        Content: { StringTemplate: 'Size of `thing`\nin one line.' },
      });
    }
  });

  test('that is not text is reported, whatever its name', async () => {
    await writeFile(join(dir, 'logo.md'), Buffer.from('PNG\u0000\u0001'));
    await writeFile(join(dir, 'old.wl'), Buffer.from('<|"Name" -> "é", "Content" -> "x"|>', 'latin1'));
    for (const name of ['logo.md', 'old.wl']) {
      const { items, problems } = await readPath(join(dir, name));
      expect([items, problems.map(({ message }) => message)]).toEqual([[], [noText]]);
    }
    expect((await readPath(dir)).problems.map(({ message }) => message)).toEqual([noText, noText]);
  });

  test('of 50 MB is reported and not read, alone or in a folder', async () => {
    await write('large.prompt', 'Hi');
    await truncate(join(dir, 'large.prompt'), 50_000_000);
    await write('small.prompt', 'Hi');
    const advice = 'It is larger than 5 MB: split it.';
    expect((await readPath(join(dir, 'large.prompt'))).problems.map(({ message }) => message)).toEqual([advice]);
    const { items, problems } = await readPath(dir);
    expect(names(items)).toEqual(['small']);
    expect(problems.map(({ message }) => message)).toEqual([advice]);
  });

  test.skipIf(process.platform === 'win32')('that has no end is refused, and left out of a folder', async () => {
    execFileSync('mkfifo', [join(dir, 'pipe.md')]);
    await symlink('/dev/zero', join(dir, 'zero.md'));
    await write('a.md', 'A');
    await expect(readPath('/dev/zero')).rejects.toThrow('/dev/zero is neither a file nor a folder.');
    await expect(readPath(join(dir, 'pipe.md'))).rejects.toThrow(/is neither a file nor a folder/);
    expect(names((await readPath(dir)).items)).toEqual(['a']);
  });

  test('beyond the maximum number is reported', async () => {
    await Promise.all(Array.from({ length: 2_001 }, (_, index) => write(`${index}.prompt`, 'Hi')));
    const { items, problems } = await readPath(dir);
    expect(items).toHaveLength(2_000);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toBe(
      'This file and all later ones are left out: an import reads at most 2,000 files. Choose a smaller folder.',
    );
  });
});

test('a command line is split at spaces outside quotes, and nothing is expanded', () => {
  expect(splitCommand(`npx -y "my server" 'a b'c d\\ e $HOME ""`)).toEqual([
    'npx',
    '-y',
    'my server',
    'a bc',
    'd e',
    '$HOME',
    '',
  ]);
  expect(splitCommand('C:\\Tools\\server.exe --x "a b"')).toEqual(['C:\\Tools\\server.exe', '--x', 'a b']);
  expect(splitCommand('node C:\\Tools\\server.js "D:\\my files\\\\x"')).toEqual([
    'node',
    'C:\\Tools\\server.js',
    'D:\\my files\\\\x',
  ]);
  expect(splitCommand('\\\\server\\share\\tool.exe --x')).toEqual(['\\\\server\\share\\tool.exe', '--x']);
  expect(splitCommand('  ')).toEqual([]);
  expect(() => splitCommand('a "b')).toThrow(/unclosed quote/);
});
