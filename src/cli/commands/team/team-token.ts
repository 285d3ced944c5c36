/** `team-token`: makes a token for a program, and writes its hash into the workspace's access.yaml. */
import { join } from 'node:path';
import { WorkbenchError } from '../../../base/errors.ts';
import { realPath } from '../../../files/real-path.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import { createFile, readIfThere, replaceFile } from '../../../files/write/atomic-write.ts';
import { decodeText } from '../../../library/read/definition/source-text.ts';
import { workspaceDir } from '../../../state/paths.ts';
import { accessFile } from '../../../team/access/access-file.ts';
import { withToken } from '../../../team/access/add-token.ts';
import { createMachineToken } from '../../../team/access/machine-tokens.ts';
import { isScope, type Scope, scopes } from '../../../team/access/scopes.ts';
import { UsageError } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';

interface TeamTokenOptions {
  readonly workspace?: string;
  readonly scope: readonly string[];
  readonly group: readonly string[];
  readonly expires?: string;
  readonly json?: boolean;
}

/** Prints the token, which is stored nowhere else. */
export async function teamToken(name: string, options: TeamTokenOptions): Promise<void> {
  const { token, hash } = createMachineToken();
  const entry = {
    Name: name,
    Hash: hash,
    ...(options.scope.length > 0 && { Scopes: options.scope.map(readScope) }),
    ...(options.group.length > 0 && { Groups: [...options.group] }),
    ...(options.expires !== undefined && { Expires: options.expires }),
  };
  const file = realPath(join(realFolder(workspaceDir(options.workspace)), accessFile));
  const bytes = await readIfThere(file);
  const before = decodeText(bytes ?? new Uint8Array());
  if (before.kind === 'invalid')
    throw new WorkbenchError('invalid-input', `${accessFile} is not text in UTF-8: save it as UTF-8.`);
  const text = withToken(before.text, entry);
  const isWritten =
    bytes === undefined
      ? await createFile(file, text)
      : await replaceFile(file, text, { isCurrent: (current) => Buffer.compare(current, bytes) === 0 });
  if (!isWritten)
    throw new WorkbenchError('conflict', `${accessFile} was changed by another program: run the command again.`);
  if (options.json) printJson({ name, token, hash });
  else print(`${token}\n`);
  printError(
    `${onOneLine(`Added ${name} to ${file}. The token is shown only now: keep it where the program reads it.`)}\n`,
  );
  if (bytes === undefined)
    printError(`${accessFile} is new: without "Everyone" or "Groups" in it, people no longer see any server.\n`);
}

function readScope(text: string): Scope {
  if (isScope(text)) return text;
  throw new UsageError(`There is no scope ${JSON.stringify(text)}: the scopes are ${scopes.join(', ')}.`);
}
