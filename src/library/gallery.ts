/** The gallery of starting points for new prompts: complete definitions, shipped with the samples. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareNames } from '../base/compare-names.ts';
import { WorkbenchError } from '../base/errors.ts';
import { definitionPath } from '../files/workspace-paths.ts';
import { readPrompt } from '../model/prompt/prompt.ts';
import { readText } from './edit/edit-text.ts';

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

/** Reads the gallery, by title. */
export async function readGallery(samplesDir: string): Promise<readonly GalleryPrompt[]> {
  const files = (await readdir(join(samplesDir, galleryFolder))).filter((file) => file.endsWith('.yaml'));
  const prompts = await Promise.all(files.map((file) => readGalleryPrompt(samplesDir, file.replace(/\.yaml$/, ''))));
  return prompts.sort((a, b) => compareNames(a.title, b.title));
}

/** @throws WorkbenchError `not-found` when the gallery has no prompt of this name */
export async function readGalleryPrompt(samplesDir: string, name: string): Promise<GalleryPrompt> {
  const missing = new WorkbenchError('not-found', `The gallery has no prompt ${name}: choose another one.`);
  if (!/^[\w-]+$/.test(name)) throw missing;
  const text = await readFile(join(samplesDir, galleryFolder, `${name}.yaml`), 'utf8').catch(() => {
    throw missing;
  });
  const { prompt } = readPrompt(readText(definitionPath(`prompts/${name}.yaml`), text)?.data);
  if (!prompt) throw missing;
  return { name, title: prompt.title ?? name, description: prompt.description ?? '', text };
}
