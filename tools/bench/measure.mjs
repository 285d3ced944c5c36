/** Measuring side by side: every round runs all variants, in reversed order every other round. */

/**
 * Runs each variant once a round. Report the median of the rounds' ratios: the load of the machine disturbs it far less than
 * a ratio of medians.
 * @param {Record<string, () => Promise<Record<string, number>>>} variants
 * @param {number} rounds
 * @param {() => void} [progress]
 * @returns {Promise<Record<string, Record<string, number>[]>>} by variant, one entry a round
 */
export async function interleave(variants, rounds, progress) {
  const names = Object.keys(variants);
  /** @type {Record<string, Record<string, number>[]>} */
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await variants[name]());
      progress?.();
    }
  }
  return results;
}

export function median(values) {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middle = sortedValues.length >> 1;
  return sortedValues.length % 2 === 1 ? sortedValues[middle] : (sortedValues[middle - 1] + sortedValues[middle]) / 2;
}

export const medianOf = (results, name, key) => median(results[name].map((value) => value[key]));

/** The median over rounds of `name`'s value divided by `base`'s of the same round. */
export function ratio(results, name, base, key) {
  return median(results[name].map((value, round) => value[key] / results[base][round][key]));
}

/** The median over rounds of `name`'s value minus `base`'s of the same round. */
export function difference(results, name, base, key) {
  return median(results[name].map((value, round) => value[key] - results[base][round][key]));
}

/**
 * Keeps `concurrency` calls under way for `milliseconds`, and measures them.
 * @param {(worker: number) => Promise<unknown>} call
 * @param {object} options
 * @param {number} options.concurrency
 * @param {number} options.milliseconds
 * @param {number} [options.warmUp] in ms
 * @param {() => number} [options.processorMs] processor time of the server so far
 * @returns calls a second, latencies in ms, and the server's processor time for a call in ms
 */
export async function load(call, { concurrency, milliseconds, warmUp = 100, processorMs = () => Number.NaN }) {
  const latencies = [];
  const run = async (worker, end, keep) => {
    while (performance.now() < end) {
      const begin = performance.now();
      await call(worker);
      if (keep) latencies.push(performance.now() - begin);
    }
  };
  const workers = Array.from({ length: concurrency }, (_, index) => index);
  const warm = performance.now() + warmUp;
  await Promise.all(workers.map((worker) => run(worker, warm, false)));
  const begin = performance.now();
  const usedBefore = processorMs();
  await Promise.all(workers.map((worker) => run(worker, begin + milliseconds, true)));
  const seconds = (performance.now() - begin) / 1000;
  const sortedValues = latencies.toSorted((a, b) => a - b);
  return {
    rate: latencies.length / seconds,
    p50: sortedValues[sortedValues.length >> 1],
    p99: sortedValues[Math.floor(sortedValues.length * 0.99)],
    cpuMs: (processorMs() - usedBefore) / latencies.length,
  };
}
