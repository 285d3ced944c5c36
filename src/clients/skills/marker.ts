/**
 * The file by which an installed skill is known as ours, on this computer and after a clone on another: it names where the
 * skill comes from, and has the hash of every file that belongs to it. It has no path of this computer.
 */
import * as z from 'zod';
import { checkedJson, formatCheckedJson } from '../../files/checked-json.ts';

/** Inside the skill's folder. Agents read `SKILL.md` and what it names. */
export const markerName = '.prompt-workbench.json';

/** A path inside the skill's folder, POSIX. Another program may have written it, so it must not lead outside. */
const innerPath = z
  .string()
  .max(1000)
  .refine((path) => isInnerPath(path));

const hashes = z.record(innerPath, z.string()).refine((files) => Object.keys(files).length <= 1000);

const shape = z.object({
  about: z.string(),
  server: z.string(),
  skill: z.string(),
  /** Identifies the workspace on the computer that installed it. */
  workspace: z.string(),
  /** SHA-256 by path. */
  files: hashes,
  /** While the files are being replaced: what they were before. */
  former: z.exactOptional(hashes),
});

export type Marker = z.output<typeof shape>;

/** Reads the text of a marker; it fails for one that was edited. */
export const markerJson: z.ZodType<Marker> = checkedJson(shape, z.never());

export function formatMarker({ about, server, skill, workspace, files, former }: Marker): string {
  return formatCheckedJson({ about, server, skill, workspace, files, ...(former && { former }) });
}

/** Whether a POSIX path stays inside the folder that it is relative to, on every system. */
export function isInnerPath(path: string): boolean {
  const isPlain = (step: string) => step !== '' && step !== '.' && step !== '..' && !/[\\:\0]/.test(step);
  return path !== markerName && path.split('/').every(isPlain);
}
