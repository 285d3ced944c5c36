import { useEffect, useState } from 'react';
import type { MediaContent } from '../../../../../src/contract/contract.ts';
import { useWorkbenchActions } from '../../../../store/StoreProvider.tsx';

export type Media =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly content: MediaContent }
  | { readonly status: 'failed'; readonly message: string };

/** The pause in typing a path before its file is read, in milliseconds. */
const pause = 150;

/** Reads a file of the media folder; answers to earlier paths are ignored. */
export function useMedia(file: string | undefined): Media {
  const { readMedia } = useWorkbenchActions();
  const [current, setCurrent] = useState<{ file: string; media: Media }>();
  useEffect(() => {
    if (!file) return;
    let isWanted = true;
    const keep = (media: Media) => isWanted && setCurrent({ file, media });
    const timer = setTimeout(() => {
      readMedia(file).then(
        (content) => keep({ status: 'ready', content }),
        (error: unknown) => keep({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [file, readMedia]);
  if (!file) return { status: 'none' };
  return current?.file === file ? current.media : { status: 'loading' };
}
