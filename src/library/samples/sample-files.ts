/**
 * The files that hold samples of prompts, `Samples: {File: cases.csv}`, in the folder `samples`. Only the workbench and
 * commands read them: no client gets a sample, so `serve` does not.
 */
import { join } from 'node:path';
import { failureSentence } from '../../files/file-errors.ts';
import { readRegularFile, UnusableFileError } from '../../files/regular-file.ts';
import { findLinked, samplesFolder } from '../../files/workspace-paths.ts';
import type { PromptDefinition, PromptEntry } from '../../model/definitions.ts';
import { capFindings } from '../../model/problems/cap-findings.ts';
import type { Problem } from '../../model/problems/problems.ts';
import { sampleLimits } from '../limits.ts';
import { type DefinitionFile, type FileReference, placeKey } from '../read/definition/definition-file.ts';
import { decodeText } from '../read/definition/source-text.ts';
import { compareStamps, type Stamp, stampOf } from '../read/stamp.ts';
import type { SampleTable } from './sample-table.ts';
import { fault, type SamplesOfTable } from './samples-of-table.ts';

type Reading = { readonly stamp?: Stamp; readonly text?: string } & (
  | { readonly table: SampleTable }
  /** Why there is no table, as a sentence. */
  | { readonly failure: string }
);

interface CachedFill {
  readonly readings: readonly (Reading | undefined)[];
  readonly definition: DefinitionFile;
}

export class SampleFiles {
  private readonly root: string;
  private readonly readings = new Map<string, Reading>();
  private readonly filledFiles = new WeakMap<DefinitionFile, CachedFill>();
  /** Loaded when the first file is read. */
  private readers: typeof import('./samples-of-table.ts') | undefined;

  /** @param root the workspace's real path */
  constructor(root: string) {
    this.root = root;
  }

  /** Reads the files that these definitions name, if they have changed. @returns whether one has */
  async refresh(definitions: Iterable<DefinitionFile>): Promise<boolean> {
    const namedFiles = new Set<string>();
    for (const { sampleFiles = [] } of definitions) for (const { file } of sampleFiles) namedFiles.add(file);
    for (const file of this.readings.keys()) if (!namedFiles.has(file)) this.readings.delete(file);
    let isChanged = false;
    for (const file of namedFiles) {
      const knownReading = this.readings.get(file);
      const reading = await this.read(file, knownReading);
      if (reading === knownReading) continue;
      this.readings.set(file, reading);
      isChanged = true;
    }
    if (namedFiles.size > 0) this.readers ??= await import('./samples-of-table.ts');
    return isChanged;
  }

  /** The definitions with the samples of their files; the same objects until something has changed. */
  fill(definitions: readonly DefinitionFile[]): readonly DefinitionFile[] {
    // Every keystroke calls this with up to thousands of definitions, and usually none names a file.
    if (this.readings.size === 0) return definitions;
    return definitions.map((definition) => (definition.sampleFiles ? this.fillOne(definition) : definition));
  }

  /** @returns the known reading if the file has not changed */
  private async read(file: string, knownReading: Reading | undefined): Promise<Reading> {
    const path = `${samplesFolder}/${file}`;
    const failWith = (failure: string) =>
      knownReading && 'failure' in knownReading && knownReading.failure === failure ? knownReading : { failure };
    const foundFile = findLinked(this.root, join(this.root, samplesFolder, file));
    switch (foundFile.kind) {
      case 'outside':
        return failWith(`${path} leads outside the workspace: copy the file into the folder ${samplesFolder}.`);
      case 'absent':
        return failWith(`There is no file ${path}: add it, or correct the name.`);
      case 'unreadable':
        return failWith(failureSentence(`${path} cannot be read`, foundFile.error));
      case 'file':
    }
    const stamp = stampOf(foundFile.stats);
    const isSame = knownReading?.stamp !== undefined && compareStamps(knownReading.stamp, stamp);
    if (knownReading && isSame === 'same') return knownReading;
    if (foundFile.stats.size > sampleLimits.bytes)
      return failWith(`${path} is larger than ${sampleLimits.bytes / 1024} kB: split it.`);
    try {
      const decodedText = decodeText(await readRegularFile(foundFile.path, sampleLimits.bytes));
      if (decodedText.kind === 'invalid') return failWith(`${path} is not valid UTF-8: save it as UTF-8.`);
      if (knownReading && 'table' in knownReading && knownReading.text === decodedText.text) return knownReading;
      const { readSampleTable } = await import('./sample-table.ts');
      return { stamp, text: decodedText.text, table: readSampleTable(file, decodedText.text) };
    } catch (error) {
      const why = error instanceof UnusableFileError ? `${path} cannot be read, because ${error.message}.` : undefined;
      return failWith(why ?? failureSentence(`${path} cannot be read`, error));
    }
  }

  private fillOne(definition: DefinitionFile): DefinitionFile {
    const references = definition.sampleFiles ?? [];
    const readings = references.map(({ file }) => this.readings.get(file));
    const cachedFile = this.filledFiles.get(definition);
    if (cachedFile?.readings.every((reading, index) => reading === readings[index])) return cachedFile.definition;
    const problems: Problem[] = [];
    const prompts = new Map<string, PromptDefinition>();
    for (const [index, reference] of references.entries()) {
      const prompt = promptAt(definition, reference);
      const { samples, faults } = this.samplesOf(prompt, readings[index], reference.file);
      if (prompt) prompts.set(placeKey(reference.prompt), { ...prompt, samples });
      const { at, place } = reference;
      problems.push(...faults.map((sampleFault) => ({ ...sampleFault, at, file: definition.file, ...place })));
    }
    const filledDefinition = {
      ...withPrompts(definition, prompts),
      problems: [...definition.problems, ...capFindings(problems)],
    };
    this.filledFiles.set(definition, { readings, definition: filledDefinition });
    return filledDefinition;
  }

  private samplesOf(prompt: PromptDefinition | undefined, reading: Reading | undefined, file: string): SamplesOfTable {
    if (reading && 'failure' in reading) return { samples: [], faults: [fault('error', reading.failure)] };
    if (!prompt || !reading || !this.readers) return { samples: [], faults: [] };
    return this.readers.samplesOfTable(prompt, reading.table, `${samplesFolder}/${file}`);
  }
}

function promptAt({ prompt, server }: DefinitionFile, { prompt: at }: FileReference): PromptDefinition | undefined {
  if (at.length === 0) return prompt;
  const entry = server?.prompts.find(
    (promptEntry) => promptEntry.kind === 'inline' && placeKey(promptEntry.at) === placeKey(at),
  );
  return entry?.kind === 'inline' ? entry.prompt : undefined;
}

/** @param prompts by the key of their path */
function withPrompts(definition: DefinitionFile, prompts: ReadonlyMap<string, PromptDefinition>): DefinitionFile {
  const { prompt, server } = definition;
  const ownDefinition = prompt && prompts.get(placeKey([]));
  const withSamples = (entry: PromptEntry) => {
    const inlinePrompt = entry.kind === 'inline' ? prompts.get(placeKey(entry.at)) : undefined;
    return entry.kind === 'inline' && inlinePrompt ? { ...entry, prompt: inlinePrompt } : entry;
  };
  return {
    ...definition,
    ...(ownDefinition && { prompt: ownDefinition }),
    ...(server && { server: { ...server, prompts: server.prompts.map(withSamples) } }),
  };
}
