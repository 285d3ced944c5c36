/** The names and versions that packages may have. */

const maxLength = 64;

/** Makes a name by Agent Plugins 1.0.0, section 5.5, and Claude Code: lower-case letters and digits with single hyphens. */
export function packageName(server: string): string {
  const name = server
    .normalize('NFKD')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'prompts' : name;
}

/** Completes a version to a semantic version: `2` becomes `2.0.0`; undefined for other text. */
export function semanticVersion(version: string): string | undefined {
  const [, major, minor = '0', patch = '0', rest = ''] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$/.exec(version.trim()) ?? [];
  return major === undefined ? undefined : `${Number(major)}.${Number(minor)}.${Number(patch)}${rest}`;
}
