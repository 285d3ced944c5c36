/** What Claude Code makes of the prompts that we ship, with their own samples: real clients of a real server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitionPath } from '../../files/workspace-paths.ts';
import { readText } from '../../library/edit/edit-text.ts';
import { fakeLiveServer, findingServices, prompt, resolvedServer } from '../../mcp/server/testing/fake-live-server.ts';
import { readPrompt } from '../../model/prompt/prompt.ts';
import { applicationOf } from '../applications/applications.ts';
import { openProbes } from './server-probes.ts';
import { simulateClient } from './simulate-client.ts';

const samplesDir = join(import.meta.dirname, '../../../samples');
const media = Object.fromEntries(
  await Promise.all(
    (await readdir(join(samplesDir, 'media'))).map(
      async (file) => [file, await readFile(join(samplesDir, 'media', file))] as const,
    ),
  ),
);
const shippedPrompts = (
  await Promise.all(
    ['gallery', 'prompts'].map(async (folder) =>
      Promise.all(
        (
          await readdir(join(samplesDir, folder))
        ).map(async (file) => {
          const text = await readFile(join(samplesDir, folder, file), 'utf8');
          const { prompt: definition } = readPrompt(readText(definitionPath(`prompts/${file}`), text)?.data);
          if (!definition) throw new Error(`${folder}/${file} is not a prompt.`);
          return { read: definition, place: `${folder}/${file}` };
        }),
      ),
    ),
  )
).flat();
const calls = shippedPrompts.flatMap(({ read, place }) => read.samples.map((sample) => ({ read, place, sample })));

test('nearly every prompt that we ship has samples', () => {
  expect(calls.length).toBeGreaterThan(25);
});

test.each(calls)(
  '$place arrives whole in Claude Code with the sample $sample.name',
  async ({ read: definition, sample }) => {
    const application = applicationOf('claude-code');
    const shownPrompt = prompt(definition);
    const probes = openProbes(fakeLiveServer(resolvedServer([shownPrompt]), media), findingServices('A passage.'));
    const request = {
      application,
      server: 'Docs',
      prompt: shownPrompt,
      index: 0,
      values: sample.arguments,
      isAdapted: true,
    };
    const { losses, message, reach, read } = await simulateClient(
      request,
      probes.for(undefined),
      probes.for('claude-code'),
    );
    await probes.close();
    // Claude Code has no assistant messages: no prompt can change that.
    const ofPrompt = losses.filter(
      ({ severity, text }) => severity !== 'changed' || !text.startsWith('Assistant messages'),
    );
    expect({ message, losses: ofPrompt }).toEqual({ message: undefined, losses: [] });
    expect(reach).not.toBe('none');
    expect(read?.length).toBeGreaterThan(0);
  },
);
