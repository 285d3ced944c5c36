/** Format checks of single values. All are linear in the length of the value. */

/** No line breaks and no other control characters (Unicode category Cc). */
export function isOneLine(value: string): boolean {
  return !/\p{Cc}/u.test(value);
}

/** RFC 3986, absolute: a scheme, a colon, only characters allowed in a URI, and complete percent-encodings. */
export function isUri(value: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/.test(value) && !/%(?![0-9A-Fa-f]{2})/.test(value)
  );
}

/** RFC 9110 media type: `type/subtype`, with optional parameters. */
export function isMimeType(value: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=("[^"]*"|[\w!#$&^.+-]+))*$/.test(value);
}

/** RFC 4648 section 4, padded. White space is allowed, because a YAML block breaks long values into lines. */
export function isBase64(value: string): boolean {
  const compact = compactBase64(value);
  return compact.length > 0 && compact.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(compact.replace(/={1,2}$/, ''));
}

/** Removes white space from base64. */
export function compactBase64(value: string): string {
  return value.replace(/\s+/g, '');
}

/** MCP 2025-11-25 `Icon.src`: an address that a client can load without reading a local file or running anything. */
export function isIconSource(value: string): boolean {
  return /^(https?:\/\/[^\s/]|data:[^\s,]*,)/i.test(value);
}

/** A relative POSIX path that stays in its folder. The library checks symbolic links. */
export function isMediaPath(value: string): boolean {
  return (
    value.length > 0 &&
    isOneLine(value) &&
    !/^[/~]|^[A-Za-z]:|\\/.test(value) &&
    value.split('/').every((part) => part !== '..' && part !== '')
  );
}

/** A relative POSIX path, as for media, of a table of samples. */
export function isSampleFile(value: string): boolean {
  return isMediaPath(value) && /\.(?:csv|tsv|jsonl|ndjson)$/i.test(value);
}

/** Normalises a media path: `./images/./logo.png` becomes `images/logo.png`. */
export function mediaPath(value: string): string {
  return value
    .split('/')
    .filter((part) => part !== '.')
    .join('/');
}

const mimeTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  pdf: 'application/pdf',
};

/** Returns the MIME type of a file name's extension; undefined for an unknown one. */
export function mimeTypeOfName(name: string): string | undefined {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined;
}
