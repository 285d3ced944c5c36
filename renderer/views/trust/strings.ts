/** The full sentences of the trust dialogs; short labels are in the components. */
export const strings = {
  notNeeded: 'No file currently needs this.',
  needsPermissions: (subject: string, count: number) => `${subject} needs ${count} permissions.`,
  notAllowedYet: 'You have not allowed this for the workspace yet.',
  waitsForPermission: 'This workspace is restricted, so nothing runs until you allow it.',
  isRestricted: 'This workspace is restricted.',
  notAllowed: (asks: string) => `Text prompts work. Not allowed yet: ${asks}.`,
  isTrusted: 'You trust this workspace. If its files need new permissions, they wait until you allow them.',
  restricted: 'This workspace is restricted. Text prompts work; everything else waits until you allow it.',
  needsNothing: 'Its files need no permissions: every prompt is plain text.',
  needsNothingYet:
    'Its files need no permissions: every prompt is plain text. Functions, and git with the hooks of its repository, run only in a trusted workspace.',
  beforeTrust:
    'Trust a workspace only if you know where its files come from. Its files need these permissions. Uncheck any that you do not want to allow.',
  beforeAllow: 'Its files changed and need these permissions too. Uncheck any that you do not want to allow.',
} as const;
