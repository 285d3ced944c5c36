/** What an agent wants to do, after "wants to", by the kind of its request. */
export const permissionWords = {
  read: 'read a file',
  edit: 'change a file',
  delete: 'delete a file',
  move: 'move a file',
  search: 'search files',
  execute: 'run a command',
  fetch: 'fetch from the network',
  other: 'use a tool',
} as const;
