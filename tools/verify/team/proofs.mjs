/** Proofs of what a team server promises, with real services. */
import { accessProofs } from './proofs/access.mjs';
import { awayProofs } from './proofs/away.mjs';
import { judgeProofs } from './proofs/judges.mjs';
import { loadProofs } from './proofs/load.mjs';
import { replicaProofs } from './proofs/replicas.mjs';

/**
 * @typedef {object} Proof
 * @property {string} name
 * @property {string} title a sentence
 * @property {(team: import('./team.mjs').Team, options: { short: boolean }) => Promise<string | undefined>} run
 *   returns the measured figures, or throws
 */

/** @type {Proof[]} */
export const proofs = [...replicaProofs, ...accessProofs, ...judgeProofs, ...loadProofs, ...awayProofs];
