/** Servers by the `Name` that they show themselves with, which need not be the name of the file. */
import { WorkbenchError } from '../../base/errors.ts';
import { folderOfKind, namesIn } from '../../files/workspace-paths.ts';
import { DefinitionStore } from './definition-store.ts';

/**
 * The catalogue name of the server with this `Name`; undefined where there is none.
 * @param root the workspace's real path
 * @throws WorkbenchError `invalid-input` where there are several
 */
export async function serverCalled(root: string, name: string): Promise<string | undefined> {
  const store = new DefinitionStore(root);
  await store.refresh(namesIn(root, 'server').map((file) => `${folderOfKind.server}/${file}`));
  const files = store.definitions().filter(({ server }) => server?.name === name);
  const [first, second] = files;
  if (!first || !second) return first?.name;
  const known = files.map((file) => JSON.stringify(file.name)).join(' or ');
  throw new WorkbenchError(
    'invalid-input',
    `${files.length} servers have the Name ${JSON.stringify(name)}: say which by its file, ${known}.`,
  );
}
