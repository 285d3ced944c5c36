/** Kills right after an edit, or during one: after the next start, undo takes back every step down to the first text. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorld, randomFrom } from '../world.mjs';

export const title = 'undo works after a kill at any moment';

/** The kill follows the last answer within this time, in which versions are written. */
const maxDelayMs = 600;

/** Worlds in which programs are killed at the same time. */
const worldCount = 2;

const fields = ['Title', 'Description', 'Content'];

export async function run({ short, seed }) {
  const random = randomFrom(seed);
  const kills = short ? 6 : 1000;
  const failures = [];
  const counts = { edits: 0, steps: 0 };
  let cases = 0;
  const killInOneWorld = async (number) => {
    const world = await makeWorld(`undo-${number}`);
    try {
      while (cases < kills) await killOnce(world, cases++, random, failures, counts);
    } finally {
      await world.dispose();
    }
  };
  await Promise.all(Array.from({ length: worldCount }, (_, number) => killInOneWorld(number)));
  return { cases, failures, facts: `${counts.edits} edits answered, ${counts.steps} steps undone after the kills` };
}

async function killOnce(world, number, random, failures, counts) {
  const name = `p${number}`;
  const place = { file: `prompts/${name}.yaml`, at: [] };
  const originalText = `Name: ${name}\nTitle: A title\nDescription: A description\nContent: A text # with a comment\n`;
  await world.write(place.file, originalText);
  // The history of another round would offer its steps.
  await rm(join(world.state, 'history'), { recursive: true, force: true });
  const delayMs = random() < 0.3 ? 0 : random() * maxDelayMs;
  const fail = (what) => failures.push(`${name}, killed ${delayMs.toFixed(0)} ms after the last answer: ${what}`);

  const host = await world.open();
  const edits = 2 + Math.floor(random() * 5);
  const texts = [originalText];
  for (let index = 0; index < edits; index++) {
    await edit(host, place, random, index);
    texts.push(await world.read(place.file));
  }
  counts.edits += edits;
  // Half of the kills come while another edit is on its way.
  const last = random() < 0.5 ? edit(host, place, random, edits).catch(() => undefined) : undefined;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  host.child.kill('SIGKILL');
  await Promise.all([host.child.ended, last]);

  const savedText = await world.read(place.file);
  if (!last && savedText !== texts.at(-1)) fail('the last edit is not on the disk');
  const next = await world.open();
  try {
    let steps = 0;
    for (; ; steps++) {
      const before = await world.read(place.file);
      const outcome = await next.call('history.step', { direction: 'undo' });
      if (outcome.kind === 'nothing') break;
      if (outcome.kind !== 'done') return fail(`step ${steps + 1} answers ${JSON.stringify(outcome)}`);
      if ((await world.read(place.file)) === before) return fail(`step ${steps + 1} changes nothing`);
    }
    counts.steps += steps;
    const text = await world.read(place.file);
    if (text !== originalText) return fail(`undo ends at ${JSON.stringify(text)}`);
    // Redo offers more: the steps that were undone before the kill.
    for (let step = 0; step < steps; step++) {
      const outcome = await next.call('history.step', { direction: 'redo' });
      if (outcome.kind !== 'done') return fail(`redo answers ${JSON.stringify(outcome)}`);
    }
    if ((await world.read(place.file)) !== savedText) fail('redo does not lead back to the text before the kill');
  } finally {
    await next.stop();
  }
}

/** Makes one edit as a person does: a key in a field, a line in the YAML view, or an undo. */
async function edit(host, place, random, index) {
  const { value, version, text } = await host.call('definition.open', place);
  const kind = random();
  if (kind < 0.2 && index > 0) return host.call('history.step', { direction: 'undo' });
  if (kind < 0.4) {
    const longerText = `${text}# Line ${index}\n`;
    return host.call('file.write', { file: place.file, baseVersion: version, text: longerText });
  }
  const field = fields[Math.floor(random() * fields.length)];
  const before = value[field];
  return host.call('definition.edit', { ...place, edits: [{ at: [field], before, after: `${before} ${index}` }] });
}
