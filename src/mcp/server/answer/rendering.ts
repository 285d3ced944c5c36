import { randomBytes } from 'node:crypto';
import { WorkbenchError } from '../../../base/errors.ts';
import type { LiveServer } from '../../../library/types.ts';
import type { TextOrTemplate } from '../../../model/definitions.ts';
import { applyFenced } from '../../../model/fence/fence.ts';
import { applyTemplate, parseTemplate } from '../../../model/template/string-template.ts';
import { expandUri } from '../../../model/template/uri-template.ts';
import { maxAnswerBytes } from '../limits.ts';
import type { ArgumentValues } from './arguments.ts';

/** The declared arguments, in the order of numbered slots. */
interface ArgumentNames {
  readonly arguments: readonly { readonly name: string }[];
}

/** The state of one answer during rendering: the slot values, the media, and the size so far. */
export class Rendering {
  readonly #names: readonly string[];
  readonly #values: ArgumentValues;
  readonly #liveServer: LiveServer;
  #media: Map<string, Promise<Uint8Array>> | undefined;
  #remainingBytes = maxAnswerBytes;

  constructor({ arguments: declarations }: ArgumentNames, values: ArgumentValues, liveServer: LiveServer) {
    this.#names = declarations.map(({ name }) => name);
    this.#values = values;
    this.#liveServer = liveServer;
  }

  /** Fills a template and counts the result. @throws WorkbenchError as `count` */
  fill(text: TextOrTemplate): string {
    if (text.kind === 'literal') return this.counted(text.text);
    this.#refuseOutgrowing(text.template);
    const values = { names: this.#names, values: this.#values };
    const { fence } = text;
    if (fence === undefined) return this.counted(applyTemplate(text.template, values).text);
    return this.counted(applyFenced(text.template, fence, values, freshBoundary()).text);
  }

  /** Fills a URI template; leaves a plain URI unchanged. */
  expand(uri: string): string {
    return uri.includes('{') ? expandUri(uri, this.#values) : uri;
  }

  /** A file of `media/`, read once per answer. @throws WorkbenchError as `readMedia` */
  readMedia(file: string): Promise<Uint8Array> {
    this.#media ??= new Map();
    const cachedMedia = this.#media.get(file);
    if (cachedMedia) return cachedMedia;
    const data = this.#liveServer.readMedia(file);
    this.#media.set(file, data);
    return data;
  }

  counted(text: string): string {
    this.count(Buffer.byteLength(text));
    return text;
  }

  /** Adds to the size; call it before creating the bytes. @throws WorkbenchError `refused` if the answer would be too large */
  count(bytes: number): void {
    this.#remainingBytes -= bytes;
    if (this.#remainingBytes >= 0) return;
    const limit = maxAnswerBytes / 1024 / 1024;
    throw new WorkbenchError(
      'refused',
      `the answer would be larger than ${limit} MB; send fewer or smaller pieces, or link to resources instead.`,
    );
  }

  /** The length of a filled template, computed before filling it, because slots can multiply a long value. */
  #refuseOutgrowing(template: string): void {
    let maxValueLength = 0;
    for (const name of this.#names) maxValueLength = Math.max(maxValueLength, this.#values[name]?.length ?? 0);
    // The shortest slot has two characters, which bounds their number.
    if (template.length + (template.length / 2) * maxValueLength <= this.#remainingBytes) return;
    let length = 0;
    for (const part of parseTemplate(template).parts) {
      if (part.kind === 'literal') length += part.text.length;
      else {
        const name = 'name' in part ? part.name : this.#names[part.position - 1];
        if (name !== undefined && Object.hasOwn(this.#values, name)) length += this.#values[name]?.length ?? 0;
      }
      if (length > this.#remainingBytes) this.count(length);
    }
  }
}

function freshBoundary(): string {
  return `data-${randomBytes(8).toString('hex')}`;
}
