/** Sentences of the run's views. */
export const strings = {
  nothingRemembered: 'Nothing is remembered after the run.',
  noYes: 'It offers no way to allow this once, so you can only refuse.',
  nothingYet: 'Press Run: the answer appears here as it arrives, and nothing is sent before.',
  noRunner: 'Nothing on this computer can answer yet: add an address, set a key, or install an agent.',
  aboutRunners: 'What can answer a prompt. Looking contacts only this computer.',
  address: 'Without /chat/completions, such as http://127.0.0.1:1234/v1',
  key: 'Optional. It is kept in the keychain of the desktop app, else in a private file of the state folder.',
  noResults: 'No run of this prompt is kept yet.',
  aboutResults: 'The last 200 runs of this prompt, in the state folder of this computer.',
  aboutCompare:
    'Each column is a version of the prompt by a runner, each row a sample. Answers are kept with the earlier answers.',
  aboutLimits:
    'A run ends at these limits and keeps what had arrived. They hold for runs and comparisons. Most agents take no limit on their answer.',
  limitRange: (most: number, unit: string) => `Enter a whole number from 1 to ${most.toLocaleString('en')} ${unit}.`,
  aboutPrices:
    'US dollars for a million tokens, each with the day it was seen. They are used only with the service that they belong to; your own prices go first, with every runner. Cached tokens count in full.',
  goesOn: 'Runs go on while this dialog is closed.',
  aboutReach:
    'The installed application itself starts with a throw-away home folder, and a recorder on this computer takes the place of its model: no token is spent, and no configuration is read or changed. Other prompts than the one in the preview get the values of their first sample. An application without prompts is checked for the tool that it gets instead.',
  consent: 'You are asked once for each runner, and again if that changes.',
} as const;
