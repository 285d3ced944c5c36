/** The body of a block: text, a file of the media folder, or bytes inside the prompt. */

import { compactBase64, mimeTypeOfName } from '../../../src/base/formats.ts';
import type { KeyPath } from '../../../src/base/json.ts';
import { isText, typeOfBytes } from '../../../src/base/media-type.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import { openView } from '../definition/drafts.ts';
import { isObject, type Json, type JsonObject, valueAt } from '../definition/json.ts';
import { samePlace, valueIn } from '../selectors.ts';
import type { ContentActions } from './content-actions.ts';
import { toBase64 } from './dropped-files.ts';

export type BodyForm = 'Text' | 'File' | 'Data';
const forms: readonly BodyForm[] = ['Text', 'File', 'Data'];

/** The form of a block's body; undefined while it has none. */
export function bodyForm(block: Json | undefined): BodyForm | undefined {
  return forms.find((form) => isObject(block) && block[form] !== undefined && block[form] !== null);
}

/** The block with this body instead of any other; undefined removes the body. */
function withBody(block: Json | undefined, form: BodyForm, body: Json | undefined): Json {
  const { Text: _, File: __, Data: ___, ...rest }: JsonObject = isObject(block) ? block : {};
  return body === undefined ? rest : { ...rest, [form]: body };
}

/** The block with a media file as its body; the MIME type is written only if the name does not imply it. */
export function withFile(block: Json | undefined, file: string, mimeType: string): Json {
  const { MimeType: _, ...rest } = withBody(block, 'File', file) as JsonObject;
  return mimeTypeOfName(file) === mimeType ? rest : { ...rest, MimeType: mimeType };
}

/** Access to the media folder, with contents as base64. */
interface MediaAccess {
  readMedia(file: string): Promise<{ data: string }>;
  addToMedia(name: string, data: string): Promise<string | undefined>;
}

export interface BodyActions {
  /** Converts the body of the block at `at`: bytes become a file, a file becomes text, and so on. */
  changeBody(at: KeyPath, form: BodyForm): Promise<void>;
}

export function createBodyActions(
  { get, orNotice }: StoreContext,
  definition: Pick<DefinitionActions, 'flush' | 'restructure'>,
  { restructureWithNotice }: Pick<ContentActions, 'restructureWithNotice'>,
  media: MediaAccess,
): BodyActions {
  return {
    async changeBody(at, form) {
      if (!(await definition.flush())) return;
      const viewBefore = openView(get());
      const block = valueIn(get(), at);
      const data = await orNotice(dataOf(block, media));
      if (data === undefined) return;
      const bytes = fromBase64(data);
      const text = isText(bytes) ? new TextDecoder().decode(bytes) : undefined;
      const file = form === 'File' && data !== '' ? await media.addToMedia(nameFor(block, bytes), data) : undefined;
      const isFailed = form === 'File' && data !== '' && file === undefined;
      if (isFailed || !samePlace(openView(get()), viewBefore)) return;
      const body = { Text: text ?? '', File: file, Data: data }[form];
      const change = (before: Json | undefined) => withBody(before, form, body);
      const loss = form === 'Text' && text === undefined ? 'the bytes, which are not text' : slotsOf(block);
      await (loss
        ? restructureWithNotice(`Lost in the conversion: ${loss}`, at, change)
        : definition.restructure(at, change));
    },
  };
}

async function dataOf(block: Json | undefined, { readMedia }: MediaAccess): Promise<string> {
  switch (bodyForm(block)) {
    case 'File':
      return (await readMedia(String(valueAt(block, ['File'])))).data;
    case 'Data':
      return compactBase64(String(valueAt(block, ['Data'])));
    case 'Text': {
      const text = valueAt(block, ['Text', 'StringTemplate']) ?? valueAt(block, ['Text']);
      return toBase64(new TextEncoder().encode(typeof text === 'string' ? text : ''));
    }
    case undefined:
      return '';
  }
}

function slotsOf(block: Json | undefined): string | undefined {
  return isObject(valueAt(block, ['Text'])) ? 'slots, which are plain text now' : undefined;
}

/** A name for a new file: the last part of the block's URI, with an extension for its type. */
function nameFor(block: Json | undefined, bytes: Uint8Array): string {
  const uri = valueAt(block, ['Uri']);
  const name = (typeof uri === 'string' && /[^/:]+$/.exec(uri)?.[0]) || 'file';
  if (mimeTypeOfName(name) !== undefined) return name;
  const typeValue = valueAt(block, ['MimeType']);
  const type = typeOfBytes(bytes) ?? (typeof typeValue === 'string' ? typeValue : 'text/plain');
  const ending = type === 'text/plain' ? 'txt' : type === 'text/markdown' ? 'md' : type.replace(/^.*\/|[+;].*$/g, '');
  return isText(bytes) || mimeTypeOfName(`file.${ending}`) === type ? `${name}.${ending}` : name;
}

function fromBase64(data: string): Uint8Array {
  try {
    return Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  } catch {
    // Incomplete or invalid base64; the field reports it.
    return new Uint8Array();
  }
}
