import { isUtf8 } from 'node:buffer';
import type { MediaSource } from '../../../model/definitions.ts';
import type { Rendering } from './rendering.ts';

/** The bytes of a piece of media. @throws WorkbenchError as `readMedia` */
async function bytesOf(media: MediaSource, rendering: Rendering): Promise<Buffer> {
  if (media.kind === 'data') return Buffer.from(media.data, 'base64');
  const bytes = await rendering.readMedia(media.file);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Media as base64, the form in which images, audio and blobs go over the wire.
 * @throws WorkbenchError as `readMedia`, and when the answer becomes too large
 */
export async function base64Of(media: MediaSource, rendering: Rendering): Promise<string> {
  if (media.kind === 'data') return rendering.counted(media.data);
  const bytes = await bytesOf(media, rendering);
  rendering.count(Math.ceil(bytes.length / 3) * 4);
  return bytes.toString('base64');
}

/** `text/*` and the application types that are text by their definition (RFC 6839 suffixes included). */
const textual =
  /^(text\/|application\/(json|xml|yaml|toml|javascript|ecmascript|sql|x-sh|x-yaml)\b|[^;]*\+(json|xml|yaml)\b)/i;

/**
 * The body of a resource that is kept as media: text where its MIME type says so and its bytes are UTF-8, base64
 * otherwise. It matters to people: Claude Code saves a blob to a file and shows the model only where, while text arrives.
 * @throws WorkbenchError as `base64Of`
 */
export async function resourceBody(
  media: MediaSource,
  mimeType: string,
  rendering: Rendering,
): Promise<{ text: string } | { blob: string }> {
  if (textual.test(mimeType)) {
    const bytes = await bytesOf(media, rendering);
    if (isUtf8(bytes)) {
      rendering.count(bytes.length);
      return { text: new TextDecoder().decode(bytes) };
    }
  }
  return { blob: await base64Of(media, rendering) };
}
