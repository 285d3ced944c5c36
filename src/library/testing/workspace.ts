/** A separate workspace for each test. */
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Makes a folder with these files (workspace-relative path -> content). */
export async function makeWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
  for (const [file, content] of Object.entries(files)) await put(dir, file, content);
  return dir;
}

/** Writes a file as an editor without any care for atomicity would. */
export async function put(dir: string, file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), content);
}

export function promptText(name: string, content = 'Hello'): string {
  return `Name: ${name}\nContent: ${JSON.stringify(content)}\n`;
}
