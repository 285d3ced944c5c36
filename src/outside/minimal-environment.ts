/** The minimal environment of a server that a client application starts. */

/** The variables of Codex CLI 0.169, the fewest of all measured applications, and those that Windows needs. */
const passedOn = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP'],
  ...['USERNAME', 'USERPROFILE', 'WINDIR'],
  // Keeps the state of trial runs in this workbench's state folder.
  'PROMPT_WORKBENCH_STATE',
]);

/** A command that starts with this environment starts in every application. */
export function minimalEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.has(name.toUpperCase())));
}
