/** The workspace that a connection serves. Records and configuration files are the same for all workspaces. */
import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { ConnectionRecord } from './connection-record.ts';

/** The words of an entry's command, in any application's format; empty for an HTTP entry. */
export function wordsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { command, cmd, args } = entry as Record<string, unknown>;
  return [command ?? cmd, args].flat(2).filter((word) => typeof word === 'string');
}

/** The value after `--workspace`. */
export function workspaceIn(words: readonly string[] = []): string | undefined {
  const index = words.indexOf('--workspace');
  return index === -1 ? undefined : words[index + 1];
}

/** Undefined for a server of a team server, and for an HTTP entry of an earlier version, which did not record it. */
export function workspaceOf({ entry, team, workspace }: ConnectionRecord): string | undefined {
  return team ? undefined : (workspaceIn(wordsOf(entry)) ?? workspace);
}

/** Whether both are known, and are different folders. */
export function areDifferent(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right && realPathOf(left) !== realPathOf(right);
}

/** A workspace's name for people: its folder's name, or the whole path where `otherDir` has the same name. */
export function workspaceName(dir: string, otherDir: string | undefined): string {
  const name = basename(dir);
  return otherDir !== undefined && areDifferent(dir, otherDir) && basename(otherDir) === name ? dir : name;
}

function realPathOf(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}
