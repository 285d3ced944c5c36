import { isUtf8 } from 'node:buffer';
import type { MediaBytes } from '../../../model/definitions.ts';
import type { Rendering } from './rendering.ts';

/** The bytes of an image, audio or blob. @throws WorkbenchError as `readMedia` */
async function bytesOf(media: MediaBytes, rendering: Rendering): Promise<Buffer> {
  if (media.kind === 'data') return Buffer.from(media.data, 'base64');
  const bytes = await rendering.readMedia(media.file);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Media as base64, as the protocol sends images, audio and blobs.
 * @throws WorkbenchError as `readMedia`, and if the answer becomes too large
 */
export async function base64Of(media: MediaBytes, rendering: Rendering): Promise<string> {
  if (media.kind === 'data') return rendering.counted(media.data);
  const bytes = await bytesOf(media, rendering);
  rendering.count(Math.ceil(bytes.length / 3) * 4);
  return bytes.toString('base64');
}

/** `text/*` and the application types that are text by definition, including RFC 6839 suffixes. */
const textual =
  /^(text\/|application\/(json|xml|yaml|toml|javascript|ecmascript|sql|x-sh|x-yaml)\b|[^;]*\+(json|xml|yaml)\b)/i;

/**
 * The body of a resource that is a media file: text if its MIME type is textual and its bytes are UTF-8, else base64.
 * The difference matters: Claude Code passes text to the model, but saves a blob to a file and passes only its path.
 * @throws WorkbenchError as `base64Of`
 */
export async function resourceBody(
  media: MediaBytes,
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
