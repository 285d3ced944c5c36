/** The least that a client application hands to a server it starts. */

/** What Codex CLI 0.169 passes on, which of all applications measured is least; what Windows needs to start a program. */
const passedOn = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP'],
  ...['USERNAME', 'USERPROFILE', 'WINDIR'],
  // Where this workbench keeps what is its own, so that trying a command leaves nothing elsewhere.
  'PROMPT_WORKBENCH_STATE',
]);

/** A command that starts with these variables starts in every application. */
export function minimalEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.has(name.toUpperCase())));
}
