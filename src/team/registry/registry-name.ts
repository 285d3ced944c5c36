/** Makes names for a registry: `com.example.prompts/Docs`. */
import { sha256 } from '../../files/sha256.ts';

const maxLength = 200;

/** Converts the host of an address to reverse DNS notation: `https://prompts.example.com` is `com.example.prompts`. */
export function namespaceOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  const isAddress = hostname.includes(':') || /^[\d.]+$/.test(hostname);
  const name = isAddress ? hostname.replace(/[^\w.-]/g, '-') : hostname.split('.').toReversed().join('.');
  return name.replace(/[^a-zA-Z0-9.-]/g, '-');
}

/**
 * A name may have letters, digits, dots, hyphens and underscores. One that needs other characters gets a hash, so that two
 * servers never have one name.
 */
export function nameOf(namespace: string, catalogueName: string): string {
  const room = maxLength - namespace.length - 1;
  if (/^[\w.-]+$/.test(catalogueName) && catalogueName.length <= room) return `${namespace}/${catalogueName}`;
  const hash = sha256(catalogueName).slice(0, 8);
  const plainName = catalogueName
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${namespace}/${[plainName.slice(0, room - 9), hash].filter((part) => part !== '').join('-')}`;
}
