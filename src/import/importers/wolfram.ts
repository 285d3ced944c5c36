/** Wolfram Language: `.wl`, `.m` and `.wls` files, and pasted text that looks like it. */
import { looksLikeWolfram } from '../../model/looks-like-wolfram.ts';
import { lossNote } from '../../model/transfer.ts';
import { readWolframDefinitions, type WolframDefinition } from '../../wolfram/read-definitions.ts';
import { fileImporter, type ImportedItem, type SourceFile } from '../importer.ts';
import { baseName, promptName } from '../prompt-data.ts';

export const wolfram = fileImporter(
  { id: 'wolfram', title: 'Wolfram Language' },
  ({ path, text }) => /\.(?:wl|wls|m|mt|wlt)$/i.test(path) || (!/\.[a-z]+$/i.test(path) && looksLikeWolfram(text)),
  (file) => {
    if (/(?:^|\/)PacletInfo\.(?:wl|m)$/i.test(file.path)) return { items: [], problems: [], notes: [pacletInfo] };
    const { definitions, problems, notes } = readWolframDefinitions(file.text);
    const [onlyDefinition, otherDefinition] = definitions;
    // The catalogue name of what a paclet has is that of its file, by which servers list it.
    const isOfPaclet =
      onlyDefinition && !otherDefinition && /(?:^|\/)(?:MCPServers|MCPPrompts|Tools)\/[^/]+$/.test(file.path);
    const items = definitions.map((definition) => itemOf(definition, file));
    return {
      items: isOfPaclet ? items.map((item) => ({ ...item, name: baseName(file.path) })) : items,
      problems,
      notes,
    };
  },
);

const pacletInfo = lossNote('The name and the version of the paclet are left out: a workspace has none.');

function itemOf({ kind, name, data, originalData, notes }: WolframDefinition, file: SourceFile): ImportedItem {
  const knownName = name ?? (baseName(file.path) || 'Imported');
  const withName = name === undefined ? { ...data, Name: knownName } : data;
  return {
    kind,
    name: promptName(knownName),
    data: withName,
    notes,
    ...(originalData && {
      instead: {
        label: 'Keep PromptData, which is deprecated and not served',
        data: { ...originalData, Name: withName.Name },
        notes,
      },
    }),
  };
}
