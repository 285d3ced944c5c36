/** The prompts that are called: every number and order of required and optional arguments that changes how a line is read. */

/**
 * @typedef {{ readonly name: string, readonly required: boolean }} Argument
 * @typedef {{ readonly name: string, readonly arguments: readonly Argument[] }} TestPrompt
 */

const required = (/** @type {string} */ name) => ({ name, required: true });
const optional = (/** @type {string} */ name) => ({ name, required: false });

/** @type {readonly TestPrompt[]} */
export const prompts = [
  { name: 'none', arguments: [] },
  { name: 'one', arguments: [required('q')] },
  { name: 'maybe', arguments: [optional('q')] },
  { name: 'two', arguments: [required('a'), required('b')] },
  { name: 'mixed', arguments: [required('a'), optional('b')] },
  { name: 'late', arguments: [optional('a'), required('b')] },
  { name: 'three', arguments: [required('a'), required('b'), optional('c')] },
];

/** The answer to `prompts/get`. @param {TestPrompt} prompt @param {Readonly<Record<string, string>>} values */
export function answerOf(prompt, values) {
  const slots = prompt.arguments.map(({ name }) => `<${name}>${values[name] ?? ''}</${name}>`);
  return [`Prompt ${prompt.name}.`, ...slots].join(' ');
}
