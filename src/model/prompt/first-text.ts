/** The placeholder text of a new prompt. */
export const firstText = 'Write the text of the prompt here.';
