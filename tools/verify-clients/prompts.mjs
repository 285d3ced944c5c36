/**
 * The prompts that are called: every number and order of required and optional arguments that changes how a line is read,
 * and one that asks for what the line does not give.
 */

/**
 * @typedef {{ readonly name: string, readonly required: boolean, readonly ask?: 'missing' }} Argument
 * @typedef {{ readonly name: string, readonly arguments: readonly Argument[] }} TestPrompt
 */

const required = (/** @type {string} */ name) => ({ name, required: true });
const optional = (/** @type {string} */ name) => ({ name, required: false });

/** @returns {Argument} */
const asked = (/** @type {string} */ name) => ({ name, required: false, ask: 'missing' });

/** @type {readonly TestPrompt[]} */
export const prompts = [
  { name: 'none', arguments: [] },
  { name: 'one', arguments: [required('q')] },
  { name: 'maybe', arguments: [optional('q')] },
  { name: 'two', arguments: [required('a'), required('b')] },
  { name: 'mixed', arguments: [required('a'), optional('b')] },
  { name: 'late', arguments: [optional('a'), required('b')] },
  { name: 'three', arguments: [required('a'), required('b'), optional('c')] },
  // Optional, as the server lists what a prompt asks for.
  { name: 'asks', arguments: [asked('a'), asked('b')] },
];

/** The answer to `prompts/get`. @param {TestPrompt} prompt @param {Readonly<Record<string, string>>} values */
export function answerOf(prompt, values) {
  const slots = prompt.arguments.map(({ name }) => `<${name}>${values[name] ?? ''}</${name}>`);
  return [`Prompt ${prompt.name}.`, ...slots].join(' ');
}

/** Whether the prompt asks for a value that is missing. @param {TestPrompt} prompt @param {Readonly<Record<string, string>>} values */
export function opensForm(prompt, values) {
  return prompt.arguments.some(({ name, ask }) => ask && values[name] === undefined);
}
