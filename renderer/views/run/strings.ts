/** Sentences of the run's views. */
export const strings = {
  nothingRemembered: 'Nothing is remembered after the run.',
  noYes: 'The agent offers no way to allow this only once, so you can only refuse.',
  nothingYet: 'Press Run to send the prompt. The answer appears here as it arrives.',
  noRunner: 'Nothing on this computer can answer yet: add an address, set a key, or install an agent.',
  aboutRunners: 'Models and agents that can answer a prompt. The search for them contacts only this computer.',
  replacesRunner: ({ title, place }: { readonly title: string; readonly place: string }) =>
    `Replaces ${title} at ${place}.`,
  address: 'Without /chat/completions, such as http://127.0.0.1:1234/v1',
  key: 'Optional. The desktop app keeps it in the keychain; otherwise it is in a private file in the state folder.',
  noResults: 'No runs of this prompt are kept yet.',
  aboutResults: 'The last 200 runs of this prompt, kept in the state folder on this computer.',
  aboutCompare:
    'Each column is one version of the prompt with one runner; each row is a sample. The answers are kept with the results of runs.',
  aboutLimits:
    "A run stops at these limits and keeps what has arrived. They apply to runs and comparisons. Most agents can't limit the length of their answer.",
  limitRange: (max: number, unit: string) => `Enter a whole number from 1 to ${max.toLocaleString('en')} ${unit}.`,
  aboutPrices:
    'US dollars per million tokens, each with the day it was looked up. A price applies only to its own service; prices that you enter apply to every runner and come first. Cached tokens cost the full price.',
  goesOn: 'Runs continue after you close this dialog.',
  aboutReach:
    'Starts the installed application with a temporary home folder and a recorder in place of its model: it uses no tokens, and reads and changes no configuration. The prompt in the preview gets the values entered there; every other prompt gets those of its first sample. An application that does not support prompts is checked for the tool that it gets instead.',
  consent: 'You are asked once for each runner, and again if what it gets changes.',
} as const;
