import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findInstallation } from './wolfram-installation.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'installation-'));
});

async function documentation(...path: string[]): Promise<string> {
  const folder = join(home, ...path);
  await mkdir(join(folder, 'ReferencePages', 'Symbols'), { recursive: true });
  await mkdir(join(folder, 'Guides'));
  return folder;
}
const inPaclet = (name: string) => ['Paclets', 'Repository', name, 'Documentation', 'English', 'System'];

describe('The documentation of a Wolfram installation', () => {
  it('is found among the paclets of the user, the newest version first', async () => {
    await documentation('.Wolfram', ...inPaclet('SystemDocsUpdate1-14.3.0'));
    const newestFolder = await documentation('.Wolfram', ...inPaclet('SystemDocsUpdate1-15.0.0'));
    await documentation('.Mathematica', ...inPaclet('SystemDocsUpdate2-9.0.1'));
    const wolframInstallation = findInstallation({}, 'linux', home);
    expect(wolframInstallation).toEqual({
      folder: newestFolder,
      folders: [join(newestFolder, 'ReferencePages'), join(newestFolder, 'Guides')],
    });
  });

  it('is found in the program folder of Windows', async () => {
    const folder = await documentation('Wolfram Research', 'Wolfram', '14.2', 'Documentation', 'English', 'System');
    expect(findInstallation({ ProgramFiles: home, APPDATA: home }, 'win32', home)?.folder).toBe(folder);
  });

  it('is the folder that the environment names, or none if the environment says none', async () => {
    const folder = await documentation('mine');
    await documentation('.Wolfram', ...inPaclet('SystemDocsUpdate1-15.0.0'));
    expect(findInstallation({ PROMPT_WORKBENCH_WOLFRAM_DOCUMENTATION: folder }, 'linux', home)?.folder).toBe(folder);
    expect(findInstallation({ PROMPT_WORKBENCH_WOLFRAM_DOCUMENTATION: 'none' }, 'linux', home)).toBeUndefined();
  });

  it('is none without reference pages', async () => {
    await mkdir(join(home, '.Wolfram', ...inPaclet('SystemDocsUpdate1-15.0.0')), { recursive: true });
    expect(findInstallation({}, 'linux', home)).toBeUndefined();
  });
});
