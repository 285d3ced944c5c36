/** Sentences of the run's views. */
export const strings = {
  nothingYet: 'Press Run: the answer appears here as it arrives, and nothing is sent before.',
  consent: 'You are asked once for each runner, and again if that changes.',
} as const;
