import { strings } from '../strings.ts';

/** Where a new prompt or tool is written. */
export const entryPlaces = [
  { value: 'catalogue', label: 'Separate file' },
  { value: 'inline', label: 'Server file' },
] as const;

export type EntryPlace = (typeof entryPlaces)[number]['value'];

export const placeConsequence: Readonly<Record<EntryPlace, string>> = {
  catalogue: strings.aboutSeparateFile,
  inline: strings.aboutServerFile,
};
