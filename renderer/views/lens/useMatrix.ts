import { useCallback, useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { LensMatrix, ServerSummary } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';

interface Matrix {
  /** All pages so far, as one. */
  readonly matrix: LensMatrix | undefined;
  readonly failure: string | undefined;
  /** Reads the next page; undefined when there is none. */
  readonly more: (() => void) | undefined;
}

/** Milliseconds for which a server has to stay as it is before it is looked at. */
const quiet = 300;

/** The matrix of a server, read again when its list changes. Late answers are dropped. */
export function useMatrix(server: ServerSummary): Matrix {
  const { readMatrix } = useWorkbenchActions();
  const [state, setState] = useState<{ readonly matrix?: LensMatrix; readonly failure?: string }>({});
  const newest = useRef(0);

  const read = useCallback(
    async (name: string, before?: LensMatrix) => {
      const number = ++newest.current;
      const next = await readMatrix(name, before?.next).then(
        (page) => ({ matrix: before ? { ...page, rows: [...before.rows, ...page.rows] } : page }),
        (error: unknown) => ({ failure: sentence(error) }),
      );
      if (number === newest.current) setState(next);
    },
    [readMatrix],
  );

  // A summary is a new one whenever something in its list has changed.
  useEffect(() => {
    const timer = setTimeout(() => inBackground(read(server.name)), quiet);
    return () => {
      clearTimeout(timer);
      newest.current++;
    };
  }, [server, read]);

  const { matrix, failure } = state;
  return {
    matrix,
    failure,
    more: matrix?.next === undefined ? undefined : () => inBackground(read(server.name, matrix)),
  };
}
