/**
 * Configuration files as people have them, tidy and not, each with the exact bytes that putting one entry into it must
 * give, or the sentence with which it must be refused. The unit tests use it, and the comparison with other programs.
 */
import { jsonCases } from './json.mjs';
import { tomlCases } from './toml.mjs';
import { yamlCases } from './yaml.mjs';

/** What the entry starts; it is called `Docs`. */
export const tortureCommand = { command: '/opt/node', args: ['serve', 'My Docs'] };

export const tortureSet = [...jsonCases, ...tomlCases, ...yamlCases];
