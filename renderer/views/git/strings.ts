/** Sentences of the views about git. */
import { formatCount } from '../../../src/base/text/format-count.ts';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { Output, PullOutcome } from '../../../src/contract/contract.ts';

type PushFailure = NonNullable<Output<'git.push'>['pushFailure']>;

export const strings = {
  nothing: 'Nothing has changed since the last commit.',
  ahead: (count: number) => `${formatCount(count, 'commit')} ${count === 1 ? 'is' : 'are'} not pushed yet.`,
  pushFailure: (failure: PushFailure) => {
    switch (failure.reason) {
      case 'behind':
        return `${failure.to} has commits that are not here. Pull first, then push.`;
      case 'login':
        return `${failure.remote} did not accept the login: log in with git, then push again.`;
      case 'other':
        return failure.message;
    }
  },
  published: ({ branch, commit, pushed, pushFailure }: Output<'git.publish'>) =>
    [
      ...(commit === undefined ? [] : [`Committed on ${branch}.`]),
      ...(pushed === undefined ? [] : [`Pushed to ${pushed.to}.`]),
      ...(pushFailure === undefined ? [] : [strings.pushFailure(pushFailure)]),
    ].join(' '),
  pulled: (outcome: PullOutcome): string => {
    switch (outcome.kind) {
      case 'current':
        return `Nothing new on ${outcome.from}.`;
      case 'conflicts':
        return `Nothing has been pulled yet: both sides changed ${formatCount(outcome.conflicts.length, 'place')}. Open Pull again to choose a side.`;
      case 'pulled': {
        const { isMerge, from, files, merged } = outcome;
        const withMine = merged.length > 0 ? `, ${merged.length} of them merged with your changes` : '';
        return `${isMerge ? 'Merged' : 'Pulled'} ${from}: ${formatCount(files.length, 'file')}${withMine}.`;
      }
    }
  },
  aboutPublish:
    'Only the changes that you choose here are committed, with your hooks, your signature and your credentials. Everything else stays as it is.',
  noRemote: 'There is no remote to push to, so this only commits. Add one with git remote add origin ADDRESS.',
  restricted: 'This workspace is restricted.',
  aboutTrust: 'Git runs the hooks of its repository. Trust the workspace if you know where its files come from.',
  noRemoteToPull: 'There is no remote to pull from. Add one with git remote add origin ADDRESS.',
  noBranchToPull: 'The repository is on no branch: check one out, then pull.',
  noBranch: 'The repository is on no branch: name the branch that gets the commit.',
  noUpstream: (branch: string) =>
    `${branch} does not track a branch of another repository. Publish it with a push first.`,
  branch: 'A different name creates a new branch: a draft that others can review.',
  aboutPull:
    'Merges what others have published into your definitions, by field, argument and message. Your changes stay, committed or not.',
  choose: (from: string) =>
    `Both sides changed these places: your text is struck out, and the text of ${from} is underlined. Choose a side for each; nothing changes until then.`,
  notCommitted: 'not committed',
  others: (files: readonly string[]) => `Also committed: ${wordList(files)}.`,
  absent: (ref: string) => `${ref} does not have this file.`,
} as const;
