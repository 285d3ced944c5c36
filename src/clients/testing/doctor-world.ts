/** Configuration files in a folder of the test's own, and what `doctor` finds in them. */
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemFolders } from '../config-files/system-folders.ts';
import { examine } from '../connect/doctor.ts';
import type { DoctorOptions } from '../connect/entry-findings.ts';
import { createConnectionStore } from '../connect/record/connection-store.ts';

export type DoctorWorld = Awaited<ReturnType<typeof createDoctorWorld>>;

/** The workspace is the folder itself, the home folder is `home`, the project is `project`. */
export async function createDoctorWorld() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'doctor-')));
  const env = { PATH: '', CLAUDE_CONFIG_DIR: join(root, 'home') };
  const folders = { ...systemFolders(env, 'linux', join(root, 'home')), root: join(root, 'machine') };
  const store = createConnectionStore(join(root, 'state'));
  return {
    root,
    folders,
    store,
    /** Paths are relative to the folder; content that is not text is written as JSON. */
    async write(path: string, content: unknown): Promise<void> {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    },
    /** An entry as this program writes it. */
    ours: (server = 'Docs', script = process.execPath) => ({
      command: process.execPath,
      args: [script, 'serve', '--workspace', root, '--', server],
    }),
    async findings(options: Partial<DoctorOptions> = {}) {
      const findings = await examine({
        project: join(root, 'project'),
        workspaceDir: root,
        servers: ['Docs'],
        presentName: (formerText) => (formerText === 'Manual' ? 'Docs' : undefined),
        addressOf: async () => ({ url: 'http://127.0.0.1:7001/mcp/Docs', token: 'secret' }),
        store,
        folders,
        ...options,
      });
      return findings.map(({ file, ...finding }) => ({ ...finding, file: file.slice(root.length + 1) }));
    },
  };
}
