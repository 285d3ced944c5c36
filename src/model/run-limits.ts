/** The limits of a run for which a person has set none. */
export const usualRunLimits = { timeoutMs: 120_000, maxOutputTokens: 4_096 } as const;

/** What a person may set. */
export const maxRunLimits = { timeoutMs: 3_600_000, maxOutputTokens: 1_000_000 } as const;
