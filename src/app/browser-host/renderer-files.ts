/** Serves the built renderer, identically for the browser host and for Electron's custom protocol. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface RendererResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Reads one file of `dir` by the path of a URL (`/` is `index.html`). Files under `/assets/` have a hash in their name and
 * can be cached forever; browsers store nothing else. A path outside `dir` or to a missing file is 404.
 */
export async function readRendererFile(dir: string, urlPath: string): Promise<RendererResponse> {
  const file = resolveInside(dir, urlPath === '/' ? '/index.html' : urlPath);
  const mediaType = file && mediaTypes[extname(file)];
  if (!file || !mediaType) return notFound;
  let body: Uint8Array;
  try {
    body = await readFile(file);
  } catch {
    return notFound;
  }
  const nonce = randomBytes(16).toString('base64');
  const isPage = mediaType.startsWith('text/html');
  const isHashed = urlPath.startsWith('/assets/') && !isPage;
  return {
    status: 200,
    headers: {
      ...fixedHeaders,
      'content-type': mediaType,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
    },
    body: isPage ? withNonce(body, nonce) : body,
  };
}

const fixedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const notFound: RendererResponse = {
  status: 404,
  headers: { ...fixedHeaders, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: new TextEncoder().encode('File not found.\n'),
};

/**
 * Allows scripts only from our own files; styles from our own files and from `<style>` elements with the page's nonce, which
 * CodeMirror and React Aria create at run time; images and audio that a prompt embeds as data.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Puts the nonce into the `<meta>` element where Vite and React Aria look for it. */
function withNonce(page: Uint8Array, nonce: string): Uint8Array {
  const html = new TextDecoder().decode(page);
  return new TextEncoder().encode(html.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`));
}

function resolveInside(dir: string, urlPath: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const file = join(dir, path);
  return file.startsWith(join(dir, sep)) ? file : undefined;
}
