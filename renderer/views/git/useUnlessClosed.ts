import { useEffect, useRef } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { Output } from '../../../src/contract/contract.ts';
import { strings } from './strings.ts';
import { useGit } from './useGit.ts';

/** How a press has ended. */
export interface Ending {
  readonly text: string;
  readonly isFailure: boolean;
}

/**
 * Returns a function that shows in a dialog how a press has ended, or in a notice if the dialog was closed meanwhile: a
 * hook or a push may take minutes.
 */
export function useUnlessClosed() {
  const git = useGit();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return (show: () => void, { text, isFailure }: Ending) => {
    if (isOpen.current) show();
    else git.report(text, isFailure);
  };
}

export function publishEnding(outcome: Output<'git.publish'>): Ending {
  return { text: strings.published(outcome), isFailure: outcome.pushFailure !== undefined };
}

/** A failed press. */
export function failureEnding(error: unknown): Ending {
  return { text: sentence(error), isFailure: true };
}
