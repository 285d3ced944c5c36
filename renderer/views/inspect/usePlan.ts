import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import type { InspectPlan } from '../../store/inspect/inspector-state.ts';
import type { InspectTarget } from '../../store/state/inspect.ts';

type Outcome =
  | { readonly status: 'ready'; readonly plan: InspectPlan }
  | { readonly status: 'failed'; readonly message: string };

/** `none` with the outcome of the target before. */
export type PlanState = Outcome | { readonly status: 'none'; readonly formerOutcome?: Outcome };

/** Longer than the pause between two keys. */
const pauseMs = 200;
/** An unfinished command names no program: the reason appears only once a person stops typing. */
const failurePauseMs = 600;

/** The plan of a target, `none` while it is being read. */
export function usePlan(inspector: Inspector, target: InspectTarget | undefined): PlanState {
  const key = JSON.stringify(target);
  const [latestPlan, setLatest] = useState<{ readonly key: string; readonly outcome: Outcome }>();
  const isAtStart = useRef(true);
  useEffect(() => {
    // Nothing has been typed into a form that opens with a target.
    const delayMs = isAtStart.current ? 0 : pauseMs;
    isAtStart.current = false;
    if (key === undefined) return;
    let isCurrent = true;
    const show = (outcome: Outcome) => isCurrent && setLatest({ key, outcome });
    let timer = setTimeout(() => {
      inspector.plan(JSON.parse(key)).then(
        (plan) => show({ status: 'ready', plan }),
        (error: unknown) => {
          if (!isCurrent) return;
          timer = setTimeout(() => show({ status: 'failed', message: sentence(error) }), failurePauseMs);
        },
      );
    }, delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [inspector, key]);
  if (latestPlan === undefined) return { status: 'none' };
  return latestPlan.key === key ? latestPlan.outcome : { status: 'none', formerOutcome: latestPlan.outcome };
}

/** Opens a target with its plan. A target that the person confirms before its plan is read opens once it is read. */
export function useOpening(
  target: InspectTarget | undefined,
  planState: PlanState,
  open: (target: InspectTarget, plan: InspectPlan) => void,
): { readonly confirm: () => void; readonly isConfirmed: boolean } {
  const key = JSON.stringify(target);
  const [confirmedKey, setConfirmed] = useState<string>();
  const confirm = () => {
    if (!target || planState.status === 'failed') return;
    if (planState.status === 'none') setConfirmed(key);
    else open(target, planState.plan);
  };
  const isConfirmed = confirmedKey !== undefined && confirmedKey === key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the plan is read.
  useEffect(() => {
    if (!isConfirmed || planState.status === 'none') return;
    setConfirmed(undefined);
    confirm();
  }, [isConfirmed, planState]);
  return { confirm, isConfirmed };
}
