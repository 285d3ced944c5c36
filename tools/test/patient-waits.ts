/**
 * Every wait for a state has the same limit, which a busy machine does not reach: a test judges the outcome, not the time.
 * Vitest waits for one second by default. It loads this file before each test file.
 */
import { vi } from 'vitest';

const limitMs = 30_000;
const { waitFor } = vi;

vi.waitFor = (condition, options = limitMs) => waitFor(condition, options);
