/** Files of the `media/` folder: listed, shown, and added to. Paths are relative to that folder, POSIX. */
import * as z from 'zod';

export const mediaFile = z.object({ file: z.string(), sizeBytes: z.number(), mimeType: z.string() });

/** `data` is base64. */
export const mediaContent = z.object({ data: z.string(), mimeType: z.string() });

/** A file to add; `name` may need changes to be a valid file name. */
export const mediaUpload = z.object({ name: z.string(), data: z.string() });

export const mediaAdded = z.object({ file: z.string() });
