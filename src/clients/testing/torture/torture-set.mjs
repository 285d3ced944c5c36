/**
 * Configuration files as people have them, tidy and not, each with the exact bytes that putting one entry into it must
 * give, or the sentence with which it must be refused. The unit tests use it, and the comparison with other programs.
 */
import { jsonCases } from './json.mjs';
import { tomlCases } from './toml.mjs';
import { yamlCases } from './yaml.mjs';

/**
 * One starting file, into which the entry `Docs` is put as this application wants it.
 * @typedef {object} TortureCase
 * @property {string} name
 * @property {string} application the id of a client application, which decides format, place and shape
 * @property {string} before
 * @property {string} [after] the whole file afterwards; absent for a refusal
 * @property {string} [refused] the sentence of the refusal; the file stays as it is
 */

/** What the entry starts; it is called `Docs`. */
export const tortureCommand = { command: '/opt/node', args: ['serve', 'My Docs'] };

/** @type {readonly TortureCase[]} */
export const tortureSet = [...jsonCases, ...tomlCases, ...yamlCases];
