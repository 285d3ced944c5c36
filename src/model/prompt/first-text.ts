/** What a new prompt says until somebody writes it. */
export const firstText = 'Write the text of the prompt here.';
