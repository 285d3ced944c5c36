/** Installing skills into folders of client applications: what is written, refused, undone and kept in step. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemFolders } from '../config-files/system-folders.ts';
import { markerName } from './marker.ts';
import { createSkillInstalls, type SkillInstalls } from './skill-installs.ts';

/** The skills of the server Docs, as files by path. */
let skills: Record<string, Record<string, string>>;
let root: string;
let project: string;
let installs: SkillInstalls;

const claude = { application: 'claude-code', scope: 'project' as const };

const open = (workspaceDir = join(root, 'workspace')) =>
  createSkillInstalls({
    stateDir: join(root, 'state'),
    workspaceDir,
    skillsOf: async () =>
      Object.entries(skills).map(([name, files]) => ({
        name,
        losses: [],
        readFiles: async () => new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
      })),
    folders: systemFolders({}, 'linux', join(root, 'home')),
  });

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-skills-')));
  project = join(root, 'project');
  await mkdir(project);
  skills = { explain: { 'SKILL.md': 'Explain.\n', 'guides/tone.md': 'Be kind.\n' } };
  installs = open();
});

const plan = (skill = 'explain', place: { application: string; scope: 'user' | 'project' } = claude) =>
  installs.plan({ server: 'Docs', skill, ...place, projectDir: project });

async function ready(pendingPlan = plan()) {
  const foundPlan = await pendingPlan;
  if (foundPlan.kind === 'refused') throw new Error(foundPlan.message);
  return foundPlan;
}

const install = async (place = claude) => installs.apply((await ready(plan('explain', place))).planId);

async function refusal(pendingPlan = plan()): Promise<string> {
  const foundPlan = await pendingPlan;
  return foundPlan.kind === 'refused' ? foundPlan.message : `not refused: ${JSON.stringify(foundPlan)}`;
}

const at = (...path: string[]) => join(project, '.claude', 'skills', 'explain', ...path);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Every file below a folder with its text. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files
    .sort()
    .map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

const states = async () => (await installs.list(project)).map(({ skill, state }) => [skill, state]);

it('shows every file before it writes it, and then writes exactly these', async () => {
  const readyPlan = await ready();
  expect(readyPlan).toMatchObject({
    change: 'install',
    folder: at(),
    files: [
      { path: 'SKILL.md', after: 'Explain.\n', change: 'new' },
      { path: 'guides/tone.md', after: 'Be kind.\n', change: 'new' },
    ],
  });
  expect(await readdir(project)).toEqual([]);
  await installs.apply(readyPlan.planId);
  expect(await filesIn(at())).toEqual({ ...skills.explain, [markerName]: expect.stringContaining('"server": "Docs"') });
  expect(await readFile(at(markerName), 'utf8')).not.toContain(root);
  expect(await states()).toEqual([['explain', 'current']]);
  expect(await ready()).toMatchObject({ change: 'none', files: [] });
});

it('puts a skill where each application looks, for a project and for a person', async () => {
  const { folder } = await install({ application: 'codex', scope: 'project' });
  expect(folder).toBe(join(project, '.agents', 'skills', 'explain'));
  const [installed] = await installs.list(project);
  expect(installed?.readBy).toEqual(
    expect.arrayContaining(['Codex CLI', 'Cursor', 'Gemini CLI', 'OpenCode', 'Cline', 'Amp']),
  );
  const forPerson = await plan('explain', { application: 'codex', scope: 'user' });
  expect(forPerson).toMatchObject({ folder: join(root, 'home', '.agents', 'skills', 'explain') });
});

it('undoes an installation to the last folder that it made', async () => {
  const { journalId = '' } = await install();
  await installs.undo(journalId);
  expect(await readdir(project)).toEqual([]);
  await expect(installs.undo(journalId)).rejects.toThrow('already undone');
});

it('updates only what differs, deletes what no longer belongs to the skill, and undoes both byte for byte', async () => {
  await install();
  const before = await filesIn(at());
  skills = { explain: { 'SKILL.md': 'Explain well.\n', 'new.md': 'New.\n' } };
  expect(await states()).toEqual([['explain', 'outdated']]);
  const readyPlan = await ready();
  expect(readyPlan).toMatchObject({
    change: 'update',
    files: [
      { path: 'SKILL.md', before: 'Explain.\n', after: 'Explain well.\n', change: 'changed' },
      { path: 'new.md', change: 'new' },
      { path: 'guides/tone.md', change: 'deleted' },
    ],
  });
  const { journalId = '' } = await installs.apply(readyPlan.planId);
  expect(await filesIn(at())).toMatchObject(skills.explain ?? {});
  expect(existsSync(at('guides'))).toBe(false);
  await installs.undo(journalId);
  expect(await filesIn(at())).toEqual(before);
});

it('uninstalls and undoes that too', async () => {
  await install();
  const before = await filesIn(at());
  const readyPlan = await ready(installs.planRemoval({ ...claude, skill: 'explain', projectDir: project }));
  const { journalId = '' } = await installs.apply(readyPlan.planId);
  expect(await readdir(project)).toEqual([]);
  await installs.undo(journalId);
  expect(await filesIn(at())).toEqual(before);
});

it('sees outside changes, and replaces them only if the person says so', async () => {
  await install();
  await write(at('SKILL.md'), 'Explain my way.\n');
  expect(await states()).toEqual([['explain', 'changed']]);
  const readyPlan = await ready();
  expect(readyPlan.drifted).toEqual(['SKILL.md']);
  await expect(installs.apply(readyPlan.planId)).rejects.toThrow('SKILL.md in');
  expect(await readFile(at('SKILL.md'), 'utf8')).toBe('Explain my way.\n');
  const { journalId = '' } = await installs.apply(readyPlan.planId, true);
  expect(await readFile(at('SKILL.md'), 'utf8')).toBe('Explain.\n');
  await installs.undo(journalId);
  expect(await readFile(at('SKILL.md'), 'utf8')).toBe('Explain my way.\n');
});

it('leaves files of others in the folder of a skill', async () => {
  await install();
  await write(at('notes.txt'), 'Mine.\n');
  const readyPlan = await ready(installs.planRemoval({ ...claude, skill: 'explain', projectDir: project }));
  await installs.apply(readyPlan.planId);
  expect(await filesIn(at())).toEqual({ 'notes.txt': 'Mine.\n' });
  expect(await refusal()).toContain('was not made by the workbench');
});

describe('refuses, and changes nothing,', () => {
  afterEach(async () => {
    const leftOvers = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.tmp'));
    expect(leftOvers).toEqual([]);
  });

  it('a folder of the same name from another person', async () => {
    await write(at('SKILL.md'), 'Theirs.\n');
    expect(await refusal()).toBe(
      `${at()} was not made by the workbench, so it was not changed: rename or remove the folder, or give the skill another Name.`,
    );
    expect(await filesIn(project)).toEqual({ '.claude/skills/explain/SKILL.md': 'Theirs.\n' });
  });

  it('a skill of the same name of another server', async () => {
    await install();
    expect(
      await refusal(installs.plan({ server: 'Other', skill: 'explain', ...claude, projectDir: project })),
    ).toContain('belongs to the server "Docs"');
  });

  it('a new file of the skill where another file is', async () => {
    await install();
    await write(at('more.md'), 'Theirs.\n');
    skills = { explain: { ...skills.explain, 'more.md': 'Ours.\n' } };
    expect(await refusal()).toContain('more.md was not made by the workbench');
  });

  it('names that differ only by case, of folders and of files', async () => {
    await mkdir(join(project, '.claude', 'skills', 'Explain'), { recursive: true });
    expect(await refusal()).toContain('is the same folder as explain on macOS and Windows');
    await rm(join(project, '.claude'), { recursive: true });
    skills = { explain: { 'SKILL.md': '', 'Tone.md': '', 'tone.md': '' } };
    expect(await refusal()).toContain('which are one file on macOS and Windows');
  });

  it('a file where a folder has to be', async () => {
    await write(join(project, '.claude'), '');
    expect(await refusal()).toContain('.claude is a file');
    await rm(join(project, '.claude'));
    await write(at(), '');
    expect(await refusal()).toContain('explain is a file');
  });

  it('a marker that was edited, or that names files outside', async () => {
    await install();
    const marker = JSON.parse(await readFile(at(markerName), 'utf8'));
    await writeFile(at(markerName), JSON.stringify({ ...marker, files: { '../../../other': 'x' } }));
    expect(await refusal()).toContain('was edited, or is damaged');
    expect(await states()).toEqual([['explain', 'broken']]);
  });

  it('an unknown project, application and skill', async () => {
    expect(await refusal(installs.plan({ server: 'Docs', skill: 'explain', ...claude }))).toContain('Which project?');
    await expect(plan('explain', { application: 'claude', scope: 'user' })).rejects.toThrow(
      'There is no client application "claude"',
    );
    await expect(plan('explian')).rejects.toThrow('did you mean "explain"?');
  });

  it.runIf(process.getuid?.() !== 0)('a folder without permission to write', async () => {
    await mkdir(join(project, '.claude', 'skills'), { recursive: true });
    await chmod(join(project, '.claude', 'skills'), 0o500);
    expect(await refusal()).toContain('you have no permission');
  });

  it('a folder that the system itself keeps read-only', async () => {
    await symlink('/proc', join(root, 'home'));
    const message = await installs
      .apply((await ready(plan('explain', { application: 'codex', scope: 'user' }))).planId)
      .then(
        () => 'written',
        (error: Error) => error.message,
      );
    await rm(join(root, 'home'));
    expect(message).toMatch(/cannot be changed/);
    expect(await states()).toEqual([]);
  });
});

describe('links', () => {
  it('are followed on the way to a person’s folder, as of a repository of settings', async () => {
    const settings = join(root, 'settings');
    await mkdir(join(settings, 'skills'), { recursive: true });
    await mkdir(join(root, 'home'));
    await symlink(settings, join(root, 'home', '.claude'));
    const { folder, journalId = '' } = await install({ application: 'claude-code', scope: 'user' as 'project' });
    expect(folder).toBe(join(settings, 'skills', 'explain'));
    await installs.undo(journalId);
    expect(await readdir(join(settings, 'skills'))).toEqual([]);
  });

  it('may not lead out of a project', async () => {
    await mkdir(join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), join(project, '.claude'));
    expect(await refusal()).toContain('leads out of the project');
    expect(await readdir(join(root, 'elsewhere'))).toEqual([]);
  });

  it('to nothing are refused', async () => {
    await symlink(join(root, 'nowhere'), join(project, '.claude'));
    expect(await refusal()).toContain('is a link to a folder that does not exist');
  });

  it('in place of the folder, of a file or of a folder inside are refused, and what they lead to stays', async () => {
    const target = join(root, 'target');
    await install();
    await rename(at(), target);
    await symlink(target, at());
    expect(await refusal()).toContain('explain is a link');
    await rm(at());
    await rename(target, at());
    await write(join(root, 'secret'), 'Explain.\n');
    await rm(at('SKILL.md'));
    await symlink(join(root, 'secret'), at('SKILL.md'));
    skills = { explain: { 'SKILL.md': 'New.\n', 'guides/tone.md': 'Be kind.\n' } };
    expect(await refusal()).toContain('SKILL.md is a link');
    expect(await refusal(installs.planRemoval({ ...claude, skill: 'explain', projectDir: project }))).toContain(
      'SKILL.md is a link',
    );
    await rm(at('SKILL.md'));
    await rm(at('guides'), { recursive: true });
    await symlink(root, at('guides'));
    expect(await refusal()).toContain('guides is not a folder');
    expect(await readFile(join(root, 'secret'), 'utf8')).toBe('Explain.\n');
  });
});

describe('undo with changes in between', () => {
  it('refuses when a file was changed', async () => {
    const { journalId = '' } = await install();
    await write(at('guides/tone.md'), 'Be strict.\n');
    await expect(installs.undo(journalId)).rejects.toThrow('guides/tone.md in');
    expect(await filesIn(at())).toMatchObject({ 'SKILL.md': 'Explain.\n', 'guides/tone.md': 'Be strict.\n' });
  });

  it('refuses before a later installation is undone, and works after it', async () => {
    const firstInstall = await install();
    skills = { explain: { 'SKILL.md': 'Explain well.\n' } };
    const secondInstall = await install();
    await expect(installs.undo(firstInstall.journalId ?? '')).rejects.toThrow('undo the later change first');
    await installs.undo(secondInstall.journalId ?? '');
    await installs.undo(firstInstall.journalId ?? '');
    expect(await readdir(project)).toEqual([]);
  });

  it('refuses to bring a skill back to a place that another skill has taken', async () => {
    await install();
    const readyPlan = await ready(installs.planRemoval({ ...claude, skill: 'explain', projectDir: project }));
    const { journalId = '' } = await installs.apply(readyPlan.planId);
    await write(at('SKILL.md'), 'Theirs.\n');
    await expect(installs.undo(journalId)).rejects.toThrow('was not made by the workbench');
    expect(await filesIn(at())).toEqual({ 'SKILL.md': 'Theirs.\n' });
  });

  it('has nothing to do when the folder was deleted', async () => {
    const { journalId = '' } = await install();
    await rm(at(), { recursive: true });
    expect(await installs.undo(journalId)).toMatchObject({ message: expect.stringContaining('Nothing to change') });
  });
});

it('writes nothing when a file changes between the plan and the press', async () => {
  await install();
  skills = { explain: { 'SKILL.md': 'New.\n', 'guides/tone.md': 'New.\n' } };
  const readyPlan = await ready();
  await write(at('SKILL.md'), 'Theirs.\n');
  const before = await filesIn(at());
  await expect(installs.apply(readyPlan.planId)).rejects.toThrow('changed after it was read');
  expect(await filesIn(at())).toEqual(before);
  expect(await states()).toEqual([['explain', 'changed']]);
});

/** Every state on disk that a kill can leave is one of the states between two writes. */
it('completes or takes back an installation that a kill left half-written', async () => {
  const { journalId = '' } = await install();
  const oldFiles = await filesIn(at());
  skills = { explain: { 'SKILL.md': 'New.\n', 'guides/new.md': 'New.\n' } };
  const update = await ready();
  await installs.apply(update.planId);
  const outcome = await filesIn(at());
  await installs.undo((await installs.list(project))[0]?.journalId ?? '');
  expect(await filesIn(at())).toEqual(oldFiles);
  const { createInstallStore } = await import('./install-record.ts');
  const store = createInstallStore(join(root, 'state'));
  const [record] = await store.list();
  if (!record) throw new Error('There is no record.');
  const updatedMarker = JSON.parse(outcome[markerName] ?? '');
  const { formatMarker } = await import('./marker.ts');
  const marker = formatMarker({ ...updatedMarker, former: JSON.parse(oldFiles[markerName] ?? '').files });
  // In the order in which they are written.
  const steps = ['guides/new.md', 'guides/tone.md', 'SKILL.md'];
  for (let writtenCount = 0; writtenCount <= steps.length; writtenCount++) {
    await rm(at(), { recursive: true, force: true });
    for (const path of ['SKILL.md', 'guides/new.md', 'guides/tone.md']) {
      const text = (steps.indexOf(path) < writtenCount ? outcome : oldFiles)[path];
      if (text !== undefined) await write(at(path), text);
    }
    await write(at(markerName), marker);
    await store.save({ ...record, phase: 'begun' });
    expect(await states()).toEqual([['explain', 'incomplete']]);
    await installs.undo(record.id);
    expect(await filesIn(at())).toEqual(oldFiles);
    for (const path of ['SKILL.md', 'guides/new.md', 'guides/tone.md']) {
      await rm(at(path), { force: true });
      const text = (steps.indexOf(path) < writtenCount ? outcome : oldFiles)[path];
      if (text !== undefined) await write(at(path), text);
    }
    await write(at(markerName), marker);
    await installs.apply((await ready()).planId);
    expect(await filesIn(at())).toEqual(outcome);
    expect(await states()).toEqual([['explain', 'current']]);
  }
  expect(journalId).not.toBe('');
});

it('installs into a folder that a kill left empty', async () => {
  await mkdir(at(), { recursive: true });
  await install();
  expect(await states()).toEqual([['explain', 'current']]);
});

describe('kept in step', () => {
  it('follows the workspace, and undo takes it back to what was there before the installation', async () => {
    const { folder, journalId = '' } = await install();
    skills = { explain: { 'SKILL.md': 'Newer.\n' } };
    await installs.keepInStep();
    expect(await states()).toEqual([['explain', 'outdated']]);
    await installs.keep(folder, true);
    expect(await installs.keepInStep()).toEqual([]);
    expect(await filesIn(at())).toEqual({ 'SKILL.md': 'Newer.\n', [markerName]: expect.anything() });
    skills = { explain: { 'SKILL.md': 'Newest.\n', 'guides/tone.md': 'Be brief.\n' } };
    await installs.keepInStep();
    expect(await states()).toEqual([['explain', 'current']]);
    await installs.undo(journalId);
    expect(await readdir(project)).toEqual([]);
  });

  it('never replaces a file that was changed outside', async () => {
    const { folder } = await install();
    await installs.keep(folder, true);
    await write(at('SKILL.md'), 'Mine.\n');
    skills = { explain: { 'SKILL.md': 'Newer.\n' } };
    expect(await installs.keepInStep()).toEqual([expect.stringContaining('was not brought up to date')]);
    expect(await readFile(at('SKILL.md'), 'utf8')).toBe('Mine.\n');
  });

  it('leaves skills of another workspace and uninstalled ones alone', async () => {
    const { folder } = await install();
    await installs.keep(folder, true);
    skills = { explain: { 'SKILL.md': 'Other.\n' } };
    expect(await open(join(root, 'other')).keepInStep()).toEqual([]);
    const readyPlan = await ready(installs.planRemoval({ ...claude, skill: 'explain', projectDir: project }));
    await installs.apply(readyPlan.planId);
    await installs.keepInStep();
    expect(await readdir(project)).toEqual([]);
  });
});

it('any sequence of texts, undone from the end, leaves the project as it was', async () => {
  const texts = fc.dictionary(fc.constantFrom('SKILL.md', 'a.md', 'b/c.md', 'b/d.md'), fc.string(), { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 3 }), async (versions) => {
      const states: Record<string, string>[] = [await filesIn(project)];
      const ids: string[] = [];
      for (const files of versions) {
        skills = { explain: { ...files } };
        const { journalId } = await install();
        if (journalId === undefined) continue;
        ids.push(journalId);
        states.push(await filesIn(project));
      }
      for (const id of ids.reverse()) {
        states.pop();
        await installs.undo(id);
        expect(await filesIn(project)).toEqual(states.at(-1));
      }
      expect(await readdir(project)).toEqual([]);
    }),
    { numRuns: 5 },
  );
});
