/**
 * A program of Windows by its full path: `C:\Windows\System32\taskkill.exe`. Node would look for its bare name in the current
 * folder first, which may be a workspace that another person made.
 */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const root = env.SystemRoot ?? env.SYSTEMROOT ?? '';
  return `${/^[A-Za-z]:\\/.test(root) ? root.replace(/\\+$/, '') : 'C:\\Windows'}\\System32\\${name}.exe`;
}
