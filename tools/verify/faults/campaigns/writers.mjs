/**
 * Several programs that write the same files of one workspace at the same time: workbenches, a process that uses the
 * library without a host, editors that take no lock, and `import`. Each owns its own keys or lines, so that nothing but a
 * lost save can change them.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLibraryProcess } from '../library-process.mjs';
import { makeWorld, randomFrom, waitFor } from '../world.mjs';

export const title = 'several programs write one workspace, and no acknowledged save is lost';

/** Acknowledged saves that the long form must reach. */
const minLongSaves = 20_000;

const allEditors = ['append', 'replace', 'in place', 'import'];

/**
 * The participants of a run. `pauseMs` is the mean time between two saves of one workbench, 0 for full speed. The long form
 * repeats a run until `minSaves`.
 */
const runs = [
  { name: 'two workbenches, full speed', second: 'open', pauseMs: 0, editors: [], minSaves: 7_500 },
  {
    name: 'a workbench and the library, one state folder, full speed',
    second: 'library',
    pauseMs: 0,
    editors: [],
    minSaves: 4_500,
  },
  {
    name: 'two workbenches, editors and imports, full speed',
    second: 'open',
    pauseMs: 0,
    editors: allEditors,
    minSaves: 7_500,
  },
  {
    name: 'two workbenches, editors and imports, typing',
    second: 'open',
    pauseMs: 100,
    editors: allEditors,
    minSaves: 1_000,
  },
];

/** How long a run uses the same files: editors only add lines, so that files soon become longer than real ones. */
const roundMs = { short: 2_500, long: 15_000 };

/** After this time the long form starts no other round. */
const longTimeoutMs = 45 * 60_000;

/** Mean milliseconds between two saves of an editor, and between two imports. */
const editorPauseMs = { append: 35, replace: 200, 'in place': 250, import: 1_500 };

/**
 * How often an editor that compares the file and then overwrites it may undo a save that comes between these two steps.
 * Such a write looks like an intended edit; the next save of the value then ends in a conflict, which shows both.
 */
const maxOverwrittenShare = 0.005;

const noCounts = { saves: 0, refused: 0, appended: 0, replaced: 0, 'in place': 0, imported: 0, overwritten: 0 };

export async function run({ short, seed, log }) {
  const failures = [];
  const totalCounts = { ...noCounts };
  const deadline = performance.now() + longTimeoutMs;
  for (const plan of runs) {
    const counts = { ...noCounts };
    let round = 0;
    do {
      const durationMs = short ? roundMs.short : roundMs.long;
      const roundCounts = await runOnce(plan, { durationMs, seed: seed + round++, failures });
      for (const name of Object.keys(roundCounts)) counts[name] += roundCounts[name];
    } while (!short && counts.saves < plan.minSaves && performance.now() < deadline);
    for (const name of Object.keys(counts)) totalCounts[name] += counts[name];
    log(`${plan.name}: ${describe(counts)}`);
  }
  if (totalCounts.overwritten > Math.max(1, totalCounts['in place'] * maxOverwrittenShare))
    failures.push(`editors that write in place undid ${totalCounts.overwritten} saves`);
  if (!short && totalCounts.saves < minLongSaves) failures.push(`only ${totalCounts.saves} saves were acknowledged`);
  const cases =
    Object.values(totalCounts).reduce((sum, count) => sum + count, 0) - totalCounts.refused - totalCounts.overwritten;
  return { cases, failures, facts: describe(totalCounts) };
}

function describe(counts) {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

const files = { prompt: 'prompts/shared.yaml', server: 'servers/Docs.yaml' };

async function runOnce({ name, second, pauseMs, editors }, { durationMs, seed, failures }) {
  const world = await makeWorld('writers');
  const random = randomFrom(seed);
  const counts = { ...noCounts };
  const fail = (line) => failures.push(`${name}: ${line}`);
  await world.write(
    files.prompt,
    '# replaced: 0\n# in place: 0\nName: shared\nTitle: "0"\nDescription: "0"\nContent: Hello\n',
  );
  await world.write(
    files.server,
    '# servers\nName: Docs\nVersion: 1.0.0\nTitle: "0"\nInstructions: "0"\nMCPPrompts: []\n',
  );
  let deadline = Infinity;
  const isOver = () => performance.now() > deadline;
  const pause = (meanMs) => sleep(meanMs * (0.5 + random()));
  try {
    const otherState = join(world.home, 'other-state');
    await mkdir(otherState, { mode: 0o700 });
    const firstHost = await world.open();
    const otherProcess =
      second === 'open'
        ? await world.open([], { env: { PROMPT_WORKBENCH_STATE: otherState } })
        : await openLibraryProcess(world);
    deadline = performance.now() + durationMs;
    const writers = [
      write(firstHost, { [files.prompt]: 'Title', [files.server]: 'Title' }),
      write(otherProcess, { [files.prompt]: 'Description', [files.server]: 'Instructions' }),
      ...editors.map((editor) => ({ append, replace, 'in place': writeInPlace, import: importPrompts })[editor]()),
    ];
    const checks = await Promise.all(writers);
    for (const check of checks) await check();
    await Promise.all([firstHost.stop(), otherProcess.stop()]);
    return counts;
  } finally {
    await world.dispose();
  }

  /** Saves the next number under its own key of each file in turn, like a person who types into one field. */
  async function write(host, keys) {
    const savedValues = Object.fromEntries(Object.keys(keys).map((file) => [file, '0']));
    for (let number = 1; !isOver(); number++) {
      const file = number % 5 === 0 ? files.server : files.prompt;
      const [key, before, after] = [keys[file], savedValues[file], String(number)];
      const answer = await host
        .call('definition.edit', { file, at: [], edits: [{ at: [key], before, after }] })
        .catch((error) => {
          if (error.code !== 'conflict') fail(`a save of ${key} failed: ${error.message}`);
          return undefined;
        });
      if (answer?.kind === 'saved') {
        savedValues[file] = after;
        counts.saves++;
      } else if (answer?.kind === 'conflict') {
        if (editors.includes('in place') && Number(answer.theirs) < Number(before)) counts.overwritten++;
        else fail(`${file} lost ${key} ${before}: it is ${JSON.stringify(answer.theirs)}`);
        savedValues[file] = answer.theirs;
      } else counts.refused++;
      if (pauseMs > 0) await pause(pauseMs);
    }
    return () =>
      Promise.all(
        Object.entries(keys).map(([file, key]) =>
          expectIn(file, (text) => text.includes(`${key}: "${savedValues[file]}"`), `${key} ${savedValues[file]}`),
        ),
      );
  }

  /** Appends lines, as `echo … >> file` does. */
  async function append() {
    const file = join(world.workspace, files.prompt);
    let number = 0;
    while (!isOver()) {
      appendFileSync(file, `# appended ${++number}.\n`);
      counts.appended++;
      await pause(editorPauseMs.append);
    }
    return async () => {
      for (let index = 1; index <= number; index++)
        await expectIn(
          files.prompt,
          (text) => text.split(`# appended ${index}.\n`).length === 2,
          `appended line ${index} once`,
        );
    };
  }

  /** Edits like an editor that writes a new file and renames it, unless the file has changed since it read it. */
  function replace() {
    const file = join(world.workspace, files.prompt);
    return editLine('replaced', editorPauseMs.replace, (text, changedText) => {
      writeFileSync(`${file}.draft`, changedText);
      if (readFileSync(file, 'utf8') !== text) return false;
      renameSync(`${file}.draft`, file);
      return true;
    });
  }

  /** Edits like an editor that empties the file and writes it, unless the file has changed since it read it. */
  function writeInPlace() {
    const file = join(world.workspace, files.prompt);
    return editLine('in place', editorPauseMs['in place'], (text, changedText) => {
      if (readFileSync(file, 'utf8') !== text) return false;
      writeFileSync(file, changedText);
      return true;
    });
  }

  /** Changes its own comment again and again. @param save returns false if the file has changed */
  async function editLine(label, meanMs, save) {
    const file = join(world.workspace, files.prompt);
    const line = new RegExp(`^# ${label}: (\\d+)$`, 'm');
    let number = 0;
    while (!isOver()) {
      const text = readFileSync(file, 'utf8');
      const match = line.exec(text)?.[1];
      if (match !== undefined) {
        if (match !== String(number)) {
          // A save that replaced the file at the same time merges the line a moment later.
          await expectIn(
            files.prompt,
            (now) => line.exec(now)?.[1] === String(number),
            `the line “${label}: ${number}”`,
          );
          number = Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? number);
          continue;
        }
        if (!save(text, text.replace(line, `# ${label}: ${number + 1}`))) continue;
        number++;
        counts[label]++;
      }
      await pause(meanMs);
    }
    return () =>
      expectIn(files.prompt, (text) => line.exec(text)?.[1] === String(number), `the line “${label}: ${number}”`);
  }

  async function importPrompts() {
    const importNumbers = [];
    for (let number = 1; !isOver(); number++) {
      const source = join(world.home, `imported-${number}.md`);
      await writeFile(source, `---\ndescription: Number ${number}\n---\nHello\n`);
      const { code, stderr } = await world.run(['import', source, '--server', 'Docs']);
      if (code === 0) {
        importNumbers.push(number);
        counts.imported++;
      } else if (/changed/.test(stderr)) counts.refused++;
      else fail(`an import failed: ${stderr}`);
      await pause(editorPauseMs.import);
    }
    return async () => {
      for (const number of importNumbers)
        await expectIn(files.server, (text) => text.includes(`imported-${number}`), `the import ${number} in the list`);
    };
  }

  /** Adds a failure if the file does not get what was saved, within the time that a late write needs. */
  async function expectIn(file, isSatisfied, what) {
    await waitFor(async () => isSatisfied(await world.read(file)), { what, timeoutMs: 15_000 }).catch(() =>
      fail(`${file} lost ${what}`),
    );
  }
}
