/** Counts the cases of a campaign, and keeps a line for each failure. */
export function countChecks() {
  /** @type {string[]} */
  const failures = [];
  let cases = 0;
  return {
    /** Counts a case. @param {string} what must hold @param {boolean} holds @param {unknown} [detail] of a failure */
    check(what, holds, detail = '') {
      cases++;
      if (!holds) failures.push(`${what}${detail === '' ? '' : `: ${JSON.stringify(detail).slice(0, 500)}`}`);
    },
    /** @param {string} [facts] one line of measurements */
    result: (facts = '') => ({ cases, failures, facts }),
  };
}
