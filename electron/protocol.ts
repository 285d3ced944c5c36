/** Main process: `workbench://app/` serves the built renderer, so that the page has an origin and a strict policy. */
import { protocol } from 'electron';
import { readRendererFile } from '../src/app/browser-host/renderer-files.ts';
import { isOwnPage, scheme } from './page.ts';

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Must run after the app is ready and before a window loads. */
export function serveRenderer(rendererDir: string): void {
  protocol.handle(scheme, (request) => answer(rendererDir, request));
}

/** One file of the built renderer, or 404. */
export async function answer(rendererDir: string, request: Request): Promise<Response> {
  if (request.method !== 'GET' || !isOwnPage(request.url)) return new Response('Not found', { status: 404 });
  const { status, headers, body } = await readRendererFile(rendererDir, new URL(request.url).pathname);
  return new Response(Buffer.from(body), { status, headers });
}
