/** The gallery of starting points for new prompts: complete definitions, shipped with the samples. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareNames } from '../base/compare-names.ts';
import { WorkbenchError } from '../base/errors.ts';
import { definitionPath } from '../files/workspace-paths.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import { canBePlain, quoteDouble } from '../yaml/strings.ts';
import { readText } from './edit/edit-text.ts';
import type { LibrarySnapshot } from './types.ts';

/** A prompt of the gallery. */
export interface GalleryPrompt {
  /** The name of its file, and the name that a new prompt gets. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The text of its file. */
  readonly text: string;
}

/** The folder beside the samples; a new workspace does not get it. */
export const galleryFolder = 'gallery';

/**
 * Reads the gallery, by title.
 * @param ownSources as for `readGalleryPrompt`
 */
export async function readGallery(
  samplesDir: string,
  ownSources: readonly string[] = [],
): Promise<readonly GalleryPrompt[]> {
  const files = (await readdir(join(samplesDir, galleryFolder))).filter((file) => file.endsWith('.yaml'));
  const prompts = await Promise.all(
    files.map((file) => readGalleryPrompt(samplesDir, file.replace(/\.yaml$/, ''), ownSources)),
  );
  return prompts.sort((a, b) => compareNames(a.title, b.title));
}

/**
 * @param ownSources names of the workspace's documentation: a search of the gallery asks these, if there are any
 * @throws WorkbenchError `not-found` when the gallery has no prompt of this name
 */
export async function readGalleryPrompt(
  samplesDir: string,
  name: string,
  ownSources: readonly string[] = [],
): Promise<GalleryPrompt> {
  const notFoundError = new WorkbenchError('not-found', `The gallery has no prompt ${name}: choose another one.`);
  if (!/^[\w-]+$/.test(name)) throw notFoundError;
  const shippedText = await readFile(join(samplesDir, galleryFolder, `${name}.yaml`), 'utf8').catch(() => {
    throw notFoundError;
  });
  const text = ownSources.length === 0 ? shippedText : withSources(shippedText, ownSources);
  const { prompt } = readPrompt(readText(definitionPath(`prompts/${name}.yaml`), text)?.data);
  if (!prompt) throw notFoundError;
  return { name, title: prompt.title ?? name, description: prompt.description ?? '', text };
}

/** A search of the gallery with other sources: without its advice to replace the source, and its sample of that source. */
function withSources(text: string, names: readonly string[]): string {
  const list = names.map((name) => (canBePlain(name, true) ? name : quoteDouble(name))).join(', ');
  const nextText = text.replace(/^( *Sources: )\[\w+\]$/m, (_, key: string) => `${key}[${list}]`);
  if (nextText === text) return text;
  return nextText.replace(/^# .*\n/, '').replace(/\nSamples:\n[\s\S]*$/, '');
}

/** The names of the workspace's own documentation, in the order of its files. */
export function ownDocumentation({ files }: Pick<LibrarySnapshot, 'files'>): readonly string[] {
  return files.flatMap(({ name, source }) => (source?.type === 'Documentation' ? [name] : []));
}
