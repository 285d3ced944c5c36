/** What a search prompt can be told about its results. */

/** Most tokens of the results of a search, unless its prompt says another number. */
export const defaultBudget = 3_000;

/** What a prompt may ask for: enough for one passage, and not more than any model reads. Tokens. */
export const minBudget = 200;
export const maxBudget = 100_000;
