/** Workspaces for the bench: one server `Bench`, and any number of prompt files, some of them in its list. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const promptName = (index) => `prompt-${String(index).padStart(5, '0')}`;

/** Writes `files` prompt files and a server that lists the first `listed` of them by catalogue name. */
async function writeWorkspace(dir, { files, listed }) {
  await mkdir(join(dir, 'servers'), { recursive: true });
  await mkdir(join(dir, 'prompts'), { recursive: true });
  const names = Array.from({ length: files }, (_, index) => promptName(index));
  for (let at = 0; at < names.length; at += 200)
    await Promise.all(
      names
        .slice(at, at + 200)
        .map((name, offset) => writeFile(join(dir, 'prompts', `${name}.yaml`), promptFile(name, at + offset))),
    );
  const entries = names.slice(0, listed).map((name) => `  - ${name}\n`);
  await writeFile(join(dir, 'servers', 'Bench.yaml'), `Name: Bench\nVersion: 1.0.0\nMCPPrompts:\n${entries.join('')}`);
}

/** Writes such a workspace into a folder of this name, unless it exists; returns its path. */
export async function makeWorkspace(folder, name, size) {
  const dir = join(folder, name);
  if (!existsSync(dir)) await writeWorkspace(dir, size);
  return dir;
}

/** Gives a prompt a template of about `characters` in lines of normal length. */
export async function writeLargePrompt(dir, index, characters) {
  const name = promptName(index);
  const line = `    ${'Consider what the reader knows already and say the rest plainly. '.repeat(2)}\n`;
  const template = `  StringTemplate: |\n    Write about \`topic\`.\n${line.repeat(Math.ceil(characters / line.length))}`;
  await writeFile(join(dir, 'prompts', `${name}.yaml`), `${promptHead(name, index)}Content:\n${template}`);
}

function promptFile(name, index) {
  return `${promptHead(name, index)}Content:
  StringTemplate: "Write about \`topic\`, in the words of prompt ${name}."
`;
}

function promptHead(name, index) {
  return `# A prompt of the bench
Name: ${name}
Description: Prompt number ${index} of the bench
Arguments:
  - Name: topic
    Description: What it is about
    Required: true
`;
}
