/** The licences of the packages whose code is in a bundle, as most of them require. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/**
 * Writes the name, version and licence text of each package that a bundle has modules of.
 * @param {string} file
 * @param {string} root the folder that relative paths start from
 * @param {readonly string[]} modules paths of modules; those outside node_modules are ours
 */
export function writeLicenses(file, root, modules) {
  const folders = new Set(
    modules.flatMap((path) => /^(.*[\\/]|)node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []),
  );
  const texts = [...folders].map((folder) => licenseOf(isAbsolute(folder) ? folder : join(root, folder)));
  writeFileSync(file, [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`));
}

/** @param {string} folder of a package */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version} (${license})\n\n${texts.length > 0 ? `${texts.join('\n\n')}\n` : ''}`;
}
