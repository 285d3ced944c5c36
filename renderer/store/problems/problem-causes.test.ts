import { describe, expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { causesWithin, type DefinitionFix, type ProblemFix, selectProblemCauses } from './problem-causes.ts';

const world = worldOf({
  'servers/Docs.yaml':
    'Name: Docs\nMCPPrompts:\n  - greet\n  - Name: greet\n    Content: Hi\n  - picture\n  - nowhere\n',
  'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  'prompts/picture.yaml':
    'Name: picture\nContent:\n  Messages:\n    - Role: user\n      Content: { Type: image, File: missing.png }\n',
});

const causes = () => selectProblemCauses(world.state());

test('a name clash, a missing image and an unknown name are one problem each', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  expect(causes().map(({ file, problem, places }) => [file, problem.tag, places.length])).toEqual([
    ['prompts/picture.yaml', 'Media', 1],
    ['servers/Docs.yaml', 'InvalidMCPPromptsSpecification', 2],
    ['servers/Docs.yaml', 'PromptNameNotFound', 1],
  ]);
});

test('a clash offers a free name, and an unknown name its removal', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  const fixes = causes().map((cause) =>
    cause.fixes.map((fix) => ('server' in fix ? [fix.kind, fix.index, fix.name] : fix.kind)),
  );
  expect(fixes).toEqual([
    ['choose-file', 'remove-block'],
    [
      ['rename', 1, 'greet-2'],
      ['remove', 1, 'greet'],
    ],
    [['remove', 3, 'nowhere']],
  ]);
  await world.store.actions.renameEntry('Docs', 1, 'greet-2');
  await world.store.actions.removeEntry('Docs', 3);
  expect(causes().map(({ problem }) => problem.tag)).toEqual(['Media']);
});

describe('fixes inside a definition', () => {
  const faultyWorld = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [faulty]\n',
    'prompts/faulty.yaml': `Name: faulty
Descrption: What it does # why
Colour: red
Arguments: [{ Name: topic }]
Content:
  Messages:
    - Role: user
      Content:
        - { StringTemplate: "\`topic\` and \`other\`" }
        - { Type: image, File: missing.png }
`,
  });
  const read = () => faultyWorld.disk('prompts/faulty.yaml');
  const fix = async (kind: DefinitionFix['kind'], file?: File) => {
    await faultyWorld.until((state) => state.workspace.status === 'ready');
    const cause = selectProblemCauses(faultyWorld.state()).find(({ fixes }) =>
      fixes.some((problemFix) => problemFix.kind === kind),
    );
    const match = cause?.fixes.find((problemFix) => problemFix.kind === kind);
    if (!cause || !match || 'server' in match) throw new Error(`There is no ${kind}.`);
    await faultyWorld.store.actions.fixProblem(cause.problem, match, file);
    await faultyWorld.until((state) => state.definition.status === 'open' && Object.keys(state.drafts).length === 0);
  };

  test('an unknown key is renamed to the known one or removed', async () => {
    await fix('rename-key');
    expect(await read()).toContain('Description: What it does');
    expect(await read()).not.toContain('Descrption');
    await faultyWorld.store.actions.undo();
    expect(await read()).toContain('Descrption: What it does # why');
    await fix('rename-key');
    await faultyWorld.until(
      () => !selectProblemCauses(faultyWorld.state()).some(({ fixes }) => fixes[0]?.kind === 'rename-key'),
    );
    await fix('remove-key');
    expect(await read()).not.toContain('Colour');
  });

  test('a slot without an argument becomes an argument or text', async () => {
    await fix('add-argument');
    expect(await read()).toContain('Name: other');
    await faultyWorld.store.actions.undo();
    await faultyWorld.until(() =>
      selectProblemCauses(faultyWorld.state()).some(({ problem }) => problem.tag === 'UnknownSlot'),
    );
    await fix('keep-text');
    expect(await read()).toContain('<*');
    expect(await read()).toContain('`topic` and');
  });

  test('a missing media file is replaced, or its block removed', async () => {
    await fix('choose-file', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'new.png'));
    expect(await read()).toContain('File: new.png');
    await faultyWorld.store.actions.undo();
    await faultyWorld.until(() =>
      selectProblemCauses(faultyWorld.state()).some(({ problem }) => problem.tag === 'Media'),
    );
    await fix('remove-block');
    expect(await read()).not.toContain('Type: image');
    expect(await read()).toContain('`topic`');
  });
});

describe('arguments in the wrong order', () => {
  const inOrder = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [early]\n',
    'prompts/early.yaml': `Name: early
Arguments:
  - Name: rest
    RestOfLine: true
  - Name: tone # how
  - Name: topic
    Required: true
Content: { StringTemplate: "\`rest\` \`tone\` \`topic\`" }
`,
  });

  test('are moved to the end, or after the last required one', async () => {
    await inOrder.open({ kind: 'prompt', server: 'Docs', key: 'early' });
    const fixNext = async () => {
      const [cause] = selectProblemCauses(inOrder.state());
      const [fix] = cause?.fixes ?? [];
      if (!cause || fix?.kind !== 'move-argument') throw new Error('There is no move-argument.');
      await inOrder.store.actions.fixProblem(cause.problem, fix);
      return fix.name;
    };
    expect(await fixNext()).toBe('');
    await inOrder.until((state) => selectProblemCauses(state).length === 1);
    expect(await fixNext()).toBe('topic');
    await inOrder.until((state) => selectProblemCauses(state).length === 0);
    expect(await inOrder.disk('prompts/early.yaml')).toMatch(/topic\n.*\n {2}- Name: tone # how\n {2}- Name: rest/);
  });
});

describe('a default that a required argument never uses', () => {
  const writtenText =
    'Name: greet\nArguments:\n  - Name: who\n    Required: true\n    Default: Ada\nContent: { StringTemplate: "`who`" }\n';
  const unusedWorld = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': writtenText,
  });

  test('is removed, or its argument becomes optional', async () => {
    await unusedWorld.open({ kind: 'prompt', server: 'Docs', key: 'greet' });
    const fix = async (kind: DefinitionFix['kind']) => {
      const [cause] = selectProblemCauses(unusedWorld.state());
      const match = cause?.fixes.find((problemFix) => problemFix.kind === kind);
      if (!cause || !match || 'server' in match) throw new Error(`There is no ${kind}.`);
      await unusedWorld.store.actions.fixProblem(cause.problem, match);
      await unusedWorld.until((state) => selectProblemCauses(state).length === 0);
      return unusedWorld.disk('prompts/greet.yaml');
    };
    expect(await fix('make-optional')).toBe(writtenText.replace('    Required: true\n', ''));
    await unusedWorld.store.actions.undo();
    await unusedWorld.until((state) => selectProblemCauses(state).length === 1);
    expect(await fix('remove-key')).toBe(writtenText.replace('    Default: Ada\n', ''));
  });
});

describe('a default that a required argument of a tool never uses', () => {
  const content = 'Content: { StringTemplate: "`rate` `days`" }\n';
  const shortText = `Name: short\nParameters:\n  - Name: rate\n    Required: true\n    Default: a\n  - Name: days\n${content}`;
  const fullText = `Name: full
InputSchema:
  type: object
  properties:
    rate:
      type: string
      default: a
    days: { type: string }
  required: [days, rate]
${content}`;
  const singleText = fullText.replace('Name: full', 'Name: single').replace('[days, rate]', '[rate]');
  const unusedWorld = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nTools: [short, full, single]\n',
    'tools/short.yaml': shortText,
    'tools/full.yaml': fullText,
    'tools/single.yaml': singleText,
  });

  test.each([
    ['short', shortText.replace('    Required: true\n', ''), shortText.replace('    Default: a\n', '')],
    ['full', fullText.replace('[days, rate]', '[days]'), fullText.replace('      default: a\n', '')],
    ['single', singleText.replace('  required: [rate]\n', ''), singleText.replace('      default: a\n', '')],
  ])('is removed from %s, or its argument becomes optional', async (key, optionalText, removedText) => {
    const file = `tools/${key}.yaml`;
    await unusedWorld.open({ kind: 'tool', server: 'Docs', key });
    const cause = () => selectProblemCauses(unusedWorld.state()).find((problemCause) => problemCause.file === file);
    const fix = async (kind: DefinitionFix['kind']) => {
      const match = cause()?.fixes.find((problemFix) => problemFix.kind === kind);
      const problem = cause()?.problem;
      if (!problem || !match || 'server' in match) throw new Error(`There is no ${kind}.`);
      await unusedWorld.store.actions.fixProblem(problem, match);
      await unusedWorld.until(() => cause() === undefined);
      return unusedWorld.disk(file);
    };
    expect(await fix('make-optional')).toBe(optionalText);
    await unusedWorld.store.actions.undo();
    await unusedWorld.until(() => cause() !== undefined);
    expect(await fix('remove-key')).toBe(removedText);
  });
});

describe('the problems of a file', () => {
  const brokenWorld = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [broken]\n',
    'prompts/broken.yaml': 'Colour: red\nName: 7\nArguments: x\nContent: y\n',
  });

  test('begin with the first error, and are the same in the editor', async () => {
    await brokenWorld.open({ kind: 'prompt', server: 'Docs', key: 'broken' });
    const causes = selectProblemCauses(brokenWorld.state());
    expect(causes.map(({ problem }) => [problem.line, problem.severity])).toEqual([
      [2, 'error'],
      [3, 'error'],
      [1, 'warning'],
    ]);
    expect(causesWithin(brokenWorld.state(), [])).toEqual(causes);
    expect(causesWithin(brokenWorld.state(), ['Name'])).toEqual(causes.slice(0, 1));
  });
});

describe('fixes in the text of a server file', () => {
  const inText = worldOf({
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts:\n  - Name: inner\n    Titel: Hello\n    Content: x\n',
  });

  test('a key of a prompt inside it is renamed while the text stays open', async () => {
    await inText.open({ kind: 'server', server: 'Docs' });
    await inText.store.actions.showEditorView('yaml');
    const cause = await inText.until((state) => selectProblemCauses(state)[0]);
    const [rename] = cause.fixes;
    if (rename?.kind !== 'rename-key') throw new Error('There is no rename-key.');
    await inText.store.actions.fixProblem(cause.problem, rename);
    expect(await inText.disk('servers/Docs.yaml')).toContain('Title: Hello');
    expect(inText.state().selection).toEqual({ kind: 'server', server: 'Docs' });
  });
});

describe('names that were mistyped or are not used', () => {
  const namedWorld = worldOf({
    'servers/Docs.yaml': `Name: Docs
MCPPrompts: [greet, serach]
Tools: [cuont]
RateLimit: { PerTool: { coutn: 5 } }
`,
    'tools/count.yaml': 'Name: count\nContent: "1"\n',
    'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
    'prompts/search.yaml': `Name: search
Arguments: [{ Name: topic }, { Name: tone }]
Content:
  Messages:
    - Role: user
      Content:
        - { StringTemplate: "\`topci\`, \`other\` and \`topci\`" }
        - { Type: resource, Uri: "docs://{topci}", Text: x }
        - { Type: search, Sources: [Nots], Query: q }
`,
    'sources/Notes.yaml': 'Type: Documentation\nFolder: docs\n',
    'docs/a.md': '# A\n',
  });
  const causes = () => selectProblemCauses(namedWorld.state());
  const labelOf = ({ kind, name }: ProblemFix) => `${kind} ${name}`;
  const labels = () => causes().flatMap(({ problem, fixes }) => fixes.map((fix) => `${problem.tag}: ${labelOf(fix)}`));
  const press = async (tag: string, label: string) => {
    const cause = await namedWorld.until((state) =>
      selectProblemCauses(state).find(
        (problemCause) => problemCause.problem.tag === tag && problemCause.fixes.map(labelOf).includes(label),
      ),
    );
    const fix = cause.fixes.find((problemFix) => labelOf(problemFix) === label);
    if (!fix || 'server' in fix) throw new Error(`${label} is not a fix inside a definition.`);
    await namedWorld.store.actions.fixProblem(cause.problem, fix);
    await namedWorld.until((state) => Object.keys(state.drafts).length === 0);
  };

  test('offer the name that was meant, and the removal', () => {
    expect(labels()).toEqual(
      expect.arrayContaining([
        'PromptNameNotFound: use-name search',
        'PromptNameNotFound: remove serach',
        'ToolNameNotFound: use-name count',
        'SourceNameNotFound: use-name Notes',
        'UnknownSlot: fill-slot topic',
        'UnknownSlot: add-argument topci',
        'UnknownSlot: keep-text topci',
        'UnknownSlot: add-argument other',
        'UnusedArgument: remove-argument tone',
      ]),
    );
    // The variable of a URI is not text.
    const ofUri = causes().find(({ problem }) => problem.at.at(-1) === 'Uri');
    expect(ofUri?.fixes.map(labelOf)).toEqual(['fill-slot topic', 'add-argument topci']);
  });

  test('are corrected in the file that has them', async () => {
    await press('PromptNameNotFound', 'use-name search');
    await press('ToolNameNotFound', 'use-name count');
    expect(await namedWorld.disk('servers/Docs.yaml')).toMatch(/MCPPrompts: \[greet, search\]\nTools: \[count\]/);
    // Now that the server has the tool, its limit has a name to offer.
    await press('ToolNameNotFound', 'rename-key count');
    expect(await namedWorld.disk('servers/Docs.yaml')).toContain('PerTool: { count: 5 }');
    await press('SourceNameNotFound', 'use-name Notes');
    await press('UnusedArgument', 'remove-argument tone');
    await press('UnknownSlot', 'fill-slot topic');
    await namedWorld.until(() => labels().filter((label) => label === 'UnknownSlot: fill-slot topic').length === 1);
    await press('UnknownSlot', 'fill-slot topic');
    const text = await namedWorld.disk('prompts/search.yaml');
    expect(text).toContain('Sources: [Notes]');
    expect(text).not.toContain('tone');
    expect(text).toContain('`topic`, `other` and `topic`');
    expect(text).toContain('docs://{topic}');
    await namedWorld.store.actions.undo();
    expect(await namedWorld.disk('prompts/search.yaml')).toContain('topci');
  });
});
