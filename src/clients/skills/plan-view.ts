/** A plan for the folders of installed skills, as a person sees it. */
import { formatMarker } from './marker.ts';
import type { PlannedFolder } from './plan-install.ts';

/** Whether the folder and its marker are as they would be after the change. */
export function isNothing({ changes, markerBefore, markerAfter }: PlannedFolder): boolean {
  return (
    changes.length === 0 && markerAfter !== undefined && markerBefore?.bytes.toString() === formatMarker(markerAfter)
  );
}

/** What a person sees of a plan before it is applied. */
export function viewOf(change: PlannedFolder) {
  const { changes, place, skill, server, folder, notes, driftedPaths } = change;
  return {
    change: changeOf(change),
    skill,
    server,
    applicationName: place.reader.name,
    scope: place.scope,
    folder,
    notes: [...notes],
    drifted: [...driftedPaths],
    files: changes.map(({ path, before, after }) => ({
      path,
      ...asText('before', before),
      ...asText('after', after),
      bytes: (after ?? before)?.length ?? 0,
      change: changeOfFile(before, after),
    })),
  };
}

function changeOf(change: PlannedFolder): 'install' | 'update' | 'remove' | 'none' {
  if (change.kind === 'remove') return 'remove';
  if (isNothing(change)) return 'none';
  return change.markerBefore ? 'update' : 'install';
}

function changeOfFile(before: Buffer | undefined, after: Buffer | undefined): 'new' | 'changed' | 'deleted' {
  if (!before) return 'new';
  return after ? 'changed' : 'deleted';
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asText<Key extends string>(key: Key, bytes: Buffer | undefined): { [K in Key]?: string } {
  try {
    return (bytes ? { [key]: utf8.decode(bytes) } : {}) as { [K in Key]?: string };
  } catch {
    return {};
  }
}
