import type { ServerSource } from '../library/types.ts';
import type { MediaSource } from '../model/definitions.ts';

/** The bytes of a piece of media. @throws WorkbenchError as `readMedia` */
async function bytesOf(media: MediaSource, source: ServerSource): Promise<Buffer> {
  if (media.kind === 'data') return Buffer.from(media.data, 'base64');
  const bytes = await source.readMedia(media.file);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Media as base64, the form in which images, audio and blobs go over the wire. @throws WorkbenchError as `readMedia` */
export async function base64Of(media: MediaSource, source: ServerSource): Promise<string> {
  return media.kind === 'data' ? media.data : (await bytesOf(media, source)).toString('base64');
}

/** `text/*` and the application types that are text by their definition (RFC 6839 suffixes included). */
const textual =
  /^(text\/|application\/(json|xml|yaml|toml|javascript|ecmascript|sql|x-sh|x-yaml)\b|[^;]*\+(json|xml|yaml)\b)/i;

/**
 * The body of a resource that is kept as media: text where its MIME type says so and its bytes are UTF-8, base64
 * otherwise. It matters to people: Claude Code saves a blob to a file and shows the model only where, while text arrives.
 */
export async function resourceBody(
  media: MediaSource,
  mimeType: string,
  source: ServerSource,
): Promise<{ text: string } | { blob: string }> {
  if (textual.test(mimeType)) {
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(media, source)) };
    } catch (error) {
      // Not UTF-8 after all: its bytes go as they are.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return { blob: await base64Of(media, source) };
}
