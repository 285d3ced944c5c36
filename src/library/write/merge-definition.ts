/** Merges two versions of a definition file by field, argument and message. No conflict mark is ever written. */
import type { DefinitionPath } from '../../files/workspace-paths.ts';
import { type Contest, type Decide, mergeDeciding, type Side } from '../../model/diff/merge.ts';
import { readText } from '../edit/edit-text.ts';
import { mergedCleanly } from './merge-lines.ts';
import { textOfMerge } from './merge-texts.ts';

/** A definition file at three moments; null for no file. */
export interface DefinitionVersions {
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface MergedDefinition {
  /** Null for no file. Without a decision, ours stays. */
  readonly text: string | null;
  /** The choices that are still open. The label is empty for the whole file. */
  readonly open: readonly Contest[];
}

/** @param choose what a person has chosen for a contest; undefined if nothing */
export function mergeDefinition(
  path: DefinitionPath,
  { base, ours, theirs }: DefinitionVersions,
  choose: (contest: Contest) => Side | undefined,
): MergedDefinition {
  if (ours === theirs || base === theirs) return { text: ours, open: [] };
  if (base === ours) return { text: theirs, open: [] };
  const open: Contest[] = [];
  const wholeFile = (): MergedDefinition => {
    const contest = { at: [], label: '', isOrder: false, base, mine: ours, theirs };
    const choice = choose(contest);
    return { text: choice === 'theirs' ? theirs : ours, open: choice === undefined ? [contest] : [] };
  };
  if (ours === null || theirs === null) return wholeFile();
  const [baseText, ourText, theirText] = [base ?? '{}\n', ours, theirs].map((text) => readText(path, text));
  if (!baseText || !ourText || !theirText) {
    const text = base === null ? undefined : mergedCleanly(base, ours, theirs);
    return text === undefined ? wholeFile() : { text, open: [] };
  }
  const decide: Decide = (contest) => {
    const text = contest.isOrder ? undefined : bothTexts(contest);
    if (text !== undefined) return { value: text };
    const choice = choose(contest);
    if (choice === undefined) open.push(contest);
    return choice ?? 'mine';
  };
  const value = mergeDeciding(baseText.data, ourText.data, theirText.data, decide);
  const text = textOfMerge(path, { base: base ?? '', ours, theirs }, value);
  return text === undefined ? wholeFile() : { text, open };
}

/** A text whose lines both sides changed at different places. */
function bothTexts({ base, mine, theirs }: Contest): string | undefined {
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
  return mergedCleanly(base, mine, theirs);
}
