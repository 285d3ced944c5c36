/** Wolfram Language: `.wl`, `.m` and `.wls` files, and pasted text that looks like it. */
import { looksLikeWolfram } from '../../model/looks-like-wolfram.ts';
import { readWolframDefinitions, type WolframDefinition } from '../../wolfram/read-definitions.ts';
import { fileImporter, type ImportedItem, type SourceFile } from '../importer.ts';
import { baseName, promptName } from '../prompt-data.ts';

export const wolfram = fileImporter(
  { id: 'wolfram', title: 'Wolfram Language' },
  ({ path, text }) => /\.(?:wl|wls|m|mt|wlt)$/i.test(path) || (!/\.[a-z]+$/i.test(path) && looksLikeWolfram(text)),
  (file) => {
    const { definitions, problems, notes } = readWolframDefinitions(file.text);
    return { items: definitions.map((definition) => itemOf(definition, file)), problems, notes };
  },
);

function itemOf({ kind, name, data, unconverted, notes }: WolframDefinition, file: SourceFile): ImportedItem {
  const known = name ?? (baseName(file.path) || 'Imported');
  const named = name === undefined ? { ...data, Name: known } : data;
  return {
    kind,
    name: promptName(known),
    data: named,
    notes,
    ...(unconverted && {
      instead: {
        label: 'Keep PromptData, which is deprecated and not served',
        data: { ...unconverted, Name: named.Name },
        notes,
      },
    }),
  };
}
