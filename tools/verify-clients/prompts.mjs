/**
 * The prompts of the lines: every number and order of required and optional arguments that changes how a line is read, and
 * one that asks for values that the line does not have.
 */

/**
 * @typedef {{ readonly name: string, readonly required: boolean, readonly ask?: 'missing' }} Argument
 * @typedef {{ readonly name: string, readonly arguments: readonly Argument[] }} TestPrompt
 */

const requiredArgument = (/** @type {string} */ name) => ({ name, required: true });
const optionalArgument = (/** @type {string} */ name) => ({ name, required: false });

/** @returns {Argument} */
const askedFor = (/** @type {string} */ name) => ({ name, required: false, ask: 'missing' });

/** @type {readonly TestPrompt[]} */
export const prompts = [
  { name: 'none', arguments: [] },
  { name: 'one', arguments: [requiredArgument('q')] },
  { name: 'maybe', arguments: [optionalArgument('q')] },
  { name: 'two', arguments: [requiredArgument('a'), requiredArgument('b')] },
  { name: 'mixed', arguments: [requiredArgument('a'), optionalArgument('b')] },
  { name: 'late', arguments: [optionalArgument('a'), requiredArgument('b')] },
  { name: 'three', arguments: [requiredArgument('a'), requiredArgument('b'), optionalArgument('c')] },
  // The server lists an argument that a prompt asks for as optional.
  { name: 'asks', arguments: [askedFor('a'), askedFor('b')] },
];

/** Makes the text of the answer to `prompts/get`. @param {TestPrompt} prompt @param {Readonly<Record<string, string>>} values */
export function answerOf(prompt, values) {
  const slots = prompt.arguments.map(({ name }) => `<${name}>${values[name] ?? ''}</${name}>`);
  return [`Prompt ${prompt.name}.`, ...slots].join(' ');
}

/** Whether the prompt asks for a value that is missing. @param {TestPrompt} prompt @param {Readonly<Record<string, string>>} values */
export function isAsking(prompt, values) {
  return prompt.arguments.some(({ name, ask }) => ask && values[name] === undefined);
}
