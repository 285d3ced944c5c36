/** What the workbench writes into a new definition for the person to replace. Lint finds what is left of it. */

/** The text of a new prompt. */
export const firstText = 'Write the text of the prompt here.';

export const firstSkill = {
  Description: 'Says what the skill does. Use it when …',
  Content: '1. Write the first step here.\n',
} as const;

/** The choices of an argument of a prompt; a default takes the place of the first. */
export const firstChoices = ['first', 'second'] as const;

/** The choices of a parameter or a field of a schema. */
export const firstEnum = ['one', 'another'] as const;
