import { useCallback, useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { ServerSummary, SimulationMatrix } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';

interface Matrix {
  /** All pages read so far, as one. */
  readonly matrix: SimulationMatrix | undefined;
  readonly failure: string | undefined;
  /** Reads the next page; undefined when there is none. */
  readonly loadMore: (() => void) | undefined;
}

/** The pause after the last change of a server before its matrix is read. */
const debounceMs = 300;

/** The matrix of a server, read again when its list or its answers change. Outdated answers are ignored. */
export function useMatrix(server: ServerSummary): Matrix {
  const { readMatrix } = useWorkbenchActions();
  const revision = useWorkbench(({ answersRevision }) => answersRevision);
  const [state, setState] = useState<{ readonly matrix?: SimulationMatrix; readonly failure?: string }>({});
  const newestRun = useRef(0);

  const read = useCallback(
    async (name: string, before?: SimulationMatrix) => {
      const number = ++newestRun.current;
      const next = await readMatrix(name, before?.next).then(
        (page) => ({ matrix: before ? { ...page, rows: [...before.rows, ...page.rows] } : page }),
        (error: unknown) => ({ failure: sentence(error) }),
      );
      if (number === newestRun.current) setState(next);
    },
    [readMatrix],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary is a new object whenever its list changes, and the revision is that of its answers.
  useEffect(() => {
    const timer = setTimeout(() => inBackground(read(server.name)), debounceMs);
    return () => {
      clearTimeout(timer);
      newestRun.current++;
    };
  }, [server, read, revision]);

  const { matrix, failure } = state;
  return {
    matrix,
    failure,
    loadMore: matrix?.next === undefined ? undefined : () => inBackground(read(server.name, matrix)),
  };
}
