/** Decides where imported definitions go: files, names and the list of a server. Pure. */
import type { JsonObject } from '../base/json.ts';
import { freeName, isPortableFileName } from '../model/file-names.ts';
import { changeNote, type TransferNote } from '../model/transfer.ts';
import type { ImportedItem, ImportResult } from './importer.ts';

/** One selected item. */
export interface ChosenItem {
  readonly index: number;
  /** Takes its alternative. */
  readonly instead: boolean;
  /** The slots, as written, that stay text. */
  readonly textSlots?: readonly string[];
  /** Names the prompt or tool, instead of the item's own name. */
  readonly name?: string;
}

/** Which server lists the prompts and tools. */
export type ImportTarget =
  | { readonly kind: 'catalogue' }
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'new-server'; readonly name: string };

/** Names in use. */
export interface TakenNames {
  readonly servers: readonly string[];
  /** Catalogue names of the workspace and built-in ones. */
  readonly prompts: readonly string[];
  readonly tools: readonly string[];
  /** MCP names in the lists of the target server. */
  readonly listedNames: { readonly prompts: readonly string[]; readonly tools: readonly string[] };
}

export interface PlacedFile {
  readonly file: string;
  readonly data: JsonObject;
  /** Index of the item; absent for a new server that lists the others. */
  readonly index?: number;
  /** About the chosen form of the item, and about its names. */
  readonly notes: readonly TransferNote[];
}

export interface Placement {
  /** In writing order: a list comes after its entries. */
  readonly files: readonly PlacedFile[];
  /** Catalogue names for the list of the target server. */
  readonly listedNames: { readonly prompts: readonly string[]; readonly tools: readonly string[] };
}

export function place(
  source: ImportResult,
  choices: readonly ChosenItem[],
  target: ImportTarget,
  takenNames: TakenNames,
): Placement {
  const names = { server: [...takenNames.servers], prompt: [...takenNames.prompts], tool: [...takenNames.tools] };
  const listedNames = { prompt: [...takenNames.listedNames.prompts], tool: [...takenNames.listedNames.tools] };
  const namesToList = { prompt: [] as string[], tool: [] as string[] };
  const files = choices.flatMap(({ index, instead, textSlots, name: givenName }): PlacedFile[] => {
    const importedItem = source.items[index];
    if (!importedItem) return [];
    const chosenName = givenName ?? importedItem.name;
    const name = claim(portable(chosenName), names[importedItem.kind]);
    const form = formOf(importedItem, instead, textSlots);
    const { data } = form;
    const notes = [
      ...form.notes,
      ...(name === chosenName ? [] : [changeNote(`Its file is named ${name}: ${chosenName} is taken.`)]),
    ];
    if (importedItem.kind === 'server') {
      const ownData = name === importedItem.name ? data : { ...data, Name: name };
      return [{ file: `servers/${name}.yaml`, data: ownData, index, notes }];
    }
    namesToList[importedItem.kind].push(name);
    const wantedName = givenName ?? (typeof data.Name === 'string' ? data.Name : name);
    const mcpName = target.kind === 'catalogue' ? wantedName : claim(wantedName, listedNames[importedItem.kind]);
    const nameNotes =
      mcpName === wantedName ? [] : [changeNote(`It is named ${mcpName}: the server already lists ${wantedName}.`)];
    return [
      {
        file: `${importedItem.kind}s/${name}.yaml`,
        data: { ...data, Name: mcpName },
        index,
        notes: [...notes, ...nameNotes],
      },
    ];
  });
  const lists = { prompts: namesToList.prompt, tools: namesToList.tool };
  if (target.kind !== 'new-server' || namesToList.prompt.length + namesToList.tool.length === 0)
    return { files, listedNames: lists };
  const server = newServer(claim(portable(target.name), names.server), source, lists);
  return { files: [...files, server], listedNames: lists };
}

function formOf(
  importedItem: ImportedItem,
  useInstead: boolean,
  textSlots: readonly string[] = [],
): Pick<ImportedItem, 'data' | 'notes'> {
  if (textSlots.length > 0 && importedItem.slots) return importedItem.slots.leave(textSlots);
  return useInstead && importedItem.instead ? importedItem.instead : importedItem;
}

/** Reserves the name, or the next free one. */
function claim(name: string, takenNames: string[]): string {
  const newName = freeName(name, takenNames);
  takenNames.push(newName);
  return newName;
}

function portable(name: string): string {
  return isPortableFileName(name) ? name : `prompt-${name}`.slice(0, 90);
}

function newServer(name: string, { server }: ImportResult, entries: Placement['listedNames']): PlacedFile {
  const data = {
    Name: name,
    Version: '1.0.0',
    ...(server?.instructions !== undefined &&
      server.instructions.trim() !== '' && { Instructions: server.instructions }),
    ...(entries.tools.length > 0 && { Tools: entries.tools }),
    MCPPrompts: entries.prompts,
  };
  return { file: `servers/${name}.yaml`, data, notes: [] };
}
