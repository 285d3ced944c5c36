/**
 * Finds folders that sources name but that do not exist. Such a folder may be anywhere on the disk, where nothing watches it,
 * so the result is not part of a snapshot.
 */
import { existsSync } from 'node:fs';
import { parseText } from '../../library/read/definition/plain-data.ts';
import { placeOf } from '../../library/read/places.ts';
import type { Library } from '../../library/types.ts';
import { wolframLanguage } from '../../model/builtin/sources.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { outsideFolder } from '../../trust/outside-folder.ts';
import type { Trust } from '../../trust/trust.ts';
import { missingFoldersOf } from '../../trust/workspace-asks.ts';
import { indexSettings, missingRoot } from './documentation/settings.ts';

/** One warning, with its line and column, for each missing folder that the workspace may look for. */
export async function findMissingFolders(library: Library, trust: Trust): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { file, source } of library.snapshot().files) {
    if (source?.type !== 'Documentation') continue;
    const { roots } = indexSettings(source, source.folders, library.dir);
    const knownMissing = await missingFoldersOf(source, trust);
    const missingFolders: { writtenPath: string; index: number }[] = [];
    for (const [index, { path, writtenPath }] of roots.entries()) {
      if (writtenPath === wolframLanguage) continue;
      const outsidePath = outsideFolder(trust.root, writtenPath);
      const isAllowed =
        outsidePath === undefined || (await trust.missing([{ kind: 'folder', path: outsidePath }])).length === 0;
      if (knownMissing.includes(writtenPath) || (isAllowed && !existsSync(path)))
        missingFolders.push({ writtenPath, index });
    }
    if (missingFolders.length === 0) continue;
    const { document } = parseText((await library.open(file, [])).text);
    for (const { writtenPath, index } of missingFolders) {
      const at = ['Folders', index];
      const message = missingRoot(writtenPath);
      const place = placeOf(document, 'source', at);
      problems.push({ tag: 'InvalidSourceSpecification', severity: 'warning', message, at, file, ...place });
    }
  }
  return problems;
}
