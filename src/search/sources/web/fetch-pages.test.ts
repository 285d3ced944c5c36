import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebPages } from '../../../model/definitions.ts';
import { readSource } from '../../../model/source.ts';
import { textOf } from '../readers/decode-text.ts';
import { redirectTo, type SitePage, startWebSite, type WebSite, withEtag } from '../testing/web-site.ts';
import { readAddresses, readManifest } from './copy.ts';
import { type FetchResult, fetchPages } from './fetch-pages.ts';

/** What the name service says of each name. */
const addresses = vi.hoisted(() => new Map<string, string>());
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (name: string, _: unknown, callback: (error: Error | null, addresses?: unknown) => void) => {
    const address = addresses.get(name);
    if (address === undefined) return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    callback(null, [{ address, family: 4 }]);
  },
}));

let copy: string;
let site: WebSite;
let waits: number[];
let time: number;

beforeEach(async () => {
  copy = join(await mkdtemp(join(tmpdir(), 'fetch-pages-')), 'copy');
  site = await startWebSite();
  waits = [];
  time = Date.UTC(2026, 10, 24);
});
afterEach(async () => {
  await site.close();
  addresses.clear();
});

function put(pages: Readonly<Record<string, SitePage>>): void {
  for (const [path, page] of Object.entries(pages)) site.pages.set(path, page);
}

/** @param entry keys of `Web`, beside the address */
function pagesAt(path: string, entry: object = {}): WebPages {
  const url = path.startsWith('http') ? path : `${site.origin}${path}`;
  const { source, findings } = readSource({ Type: 'Documentation', Web: [{ Url: url, ...entry }] });
  expect(findings).toEqual([]);
  const pages = source?.type === 'Documentation' ? source.web?.[0] : undefined;
  if (!pages) throw new Error('The test has no pages.');
  return pages;
}

async function fetchAt(
  path: string,
  entry: object = {},
  { allowsPrivate = true, signal = new AbortController().signal } = {},
): Promise<FetchResult> {
  site.requests.length = 0;
  return fetchPages(
    { pages: pagesAt(path, entry), copy, allowsPrivate },
    {
      signal,
      report: () => {},
      now: () => time,
      async pause(ms) {
        waits.push(ms);
        time += ms;
      },
    },
  );
}

async function files(): Promise<string[]> {
  const entries = await readdir(join(copy, 'pages'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((dirent) => dirent.isFile())
    .map((dirent) =>
      join(dirent.parentPath, dirent.name)
        .slice(join(copy, 'pages').length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

const problems = () =>
  (readManifest(copy)?.problems ?? []).map(({ url, message }) => `${url.replace(site.origin, '')} ${message}`);
const link = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');

describe('Fetching a page', () => {
  it('fetches what it links to below its folder, to a depth, each page once', async () => {
    put({
      '/guide/': `<h1>Guide</h1>${link('start', 'start#install', '/guide/api/', '/blog/', 'https://elsewhere.example/', 'logo.png', 'mailto:a@b.c')}`,
      '/guide/start': `<h1>Start</h1>${link('./', 'api/queue.html')}`,
      '/guide/api/': `<h1>API</h1>${link('queue.html')}`,
      '/guide/api/queue.html': `<h1>Queue</h1>${link('deep.html')}`,
      '/guide/api/deep.html': '<h1>Deep</h1>',
    });
    expect(await fetchAt('/guide/', { Depth: 2 })).toEqual({ pages: 4, changedCount: 4, removedCount: 0 });
    expect(site.requests).toEqual(['/robots.txt', '/guide/', '/guide/start', '/guide/api/', '/guide/api/queue.html']);
    expect(await files()).toEqual([
      'guide/api/index.html',
      'guide/api/queue.html',
      'guide/index.html',
      'guide/start.html',
    ]);
    expect(readAddresses(copy).files['guide/start.html']).toBe(`${site.origin}/guide/start`);
  });

  it('requests only pages that may have changed, and removes those that are gone', async () => {
    put({
      '/': withEtag(`<h1>Home</h1>${link('a.html', 'b.html', 'c.html')}`, '"1"'),
      '/a.html': withEtag('<h1>A</h1>', '"a"'),
      '/b.html': '<h1>B</h1>',
      '/c.html': '<h1>C</h1>',
    });
    expect(await fetchAt('/')).toMatchObject({ pages: 4, changedCount: 4 });
    const before = await readFile(join(copy, 'pages', 'a.html'), 'utf8');
    put({ '/c.html': '<h1>C, second edition</h1>' });
    site.pages.delete('/b.html');
    expect(await fetchAt('/')).toEqual({ pages: 3, changedCount: 1, removedCount: 1 });
    expect(site.requests).toContain('/a.html');
    expect(await files()).toEqual(['a.html', 'c.html', 'index.html']);
    expect(await readFile(join(copy, 'pages', 'a.html'), 'utf8')).toBe(before);
    expect(problems()).toEqual(['/b.html It was not fetched: it answered with HTTP 404.']);
  });

  it('restores a file that is gone from the cache, although the server says it has not changed', async () => {
    put({ '/': withEtag(link('a.html'), '"1"'), '/a.html': withEtag('<h1>A</h1>', '"a"') });
    await fetchAt('/');
    await rm(join(copy, 'pages', 'a.html'));
    expect(await fetchAt('/')).toMatchObject({ pages: 2, changedCount: 1 });
    expect(await files()).toEqual(['a.html', 'index.html']);
  });

  it('waits between requests, as long as the source or robots.txt asks', async () => {
    put({ '/': link('a.html', 'b.html'), '/a.html': 'A', '/b.html': 'B' });
    await fetchAt('/', { Delay: 2 });
    expect(waits).toEqual([2_000, 2_000, 2_000]);
    waits.length = 0;
    put({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7\n' });
    await fetchAt('/', { Delay: 2 });
    expect(waits).toEqual([7_000, 7_000, 7_000]);
  });

  it('leaves out what robots.txt disallows, and says so', async () => {
    put({
      '/robots.txt':
        'User-agent: *\nDisallow: /\n\nUser-agent: prompt-workbench\nDisallow: /private\nAllow: /private/open\n',
      '/': link('private/a.html', 'private/b.html', 'private/open.html'),
      '/private/open.html': 'Open',
    });
    expect(await fetchAt('/')).toMatchObject({ pages: 2 });
    expect(site.requests).toEqual(['/robots.txt', '/', '/private/open.html']);
    expect(problems()).toEqual([
      '/private/a.html 2 pages, such as this one, were left out, because robots.txt does not allow this program to fetch them.',
    ]);
  });

  it.each<[string, SitePage, string]>([
    ['disallows it', 'User-agent: *\nDisallow: /', 'its robots.txt does not allow this address'],
    ['fails', (_, response) => response.writeHead(500).end(), 'robots.txt: it answered with HTTP 500'],
    [
      'redirects elsewhere',
      redirectTo('https://elsewhere.example/robots.txt'),
      'it redirects to https://elsewhere.example',
    ],
    ['redirects in a circle', redirectTo('/robots.txt'), 'its robots.txt redirects endlessly'],
  ])('fetches nothing where robots.txt %s', async (_, robots, failure) => {
    put({ '/robots.txt': robots, '/': 'Home' });
    expect(await fetchAt('/')).toEqual({ pages: 0, changedCount: 0, removedCount: 0, failure });
    expect(site.requests).not.toContain('/');
    expect(readManifest(copy)).toMatchObject({ failure, isComplete: false });
  });

  it('stops at the maximum of pages and of bytes, and says so', async () => {
    put({ '/': link('a.html', 'b.html', 'c.html'), '/a.html': 'A', '/b.html': 'B', '/c.html': 'C' });
    expect(await fetchAt('/', { MaxPages: 2 })).toMatchObject({ pages: 2 });
    expect(problems()).toEqual([' Only the first 2 pages were fetched: raise MaxPages.']);
    put({ '/a.html': 'x'.repeat(600_000), '/b.html': 'x'.repeat(600_000) });
    expect(await fetchAt('/', { MaxMegabytes: 1 })).toMatchObject({ pages: 2 });
    expect(problems()).toEqual([' Only the first 1 MB were fetched: raise MaxMegabytes.']);
  });

  it('keeps its pages when it is stopped, and continues the next time', async () => {
    const stoppingController = new AbortController();
    put({ '/': link('a.html', 'b.html'), '/a.html': 'A', '/b.html': 'B' });
    await fetchAt('/');
    put({
      '/': `<p>New.</p>${link('a.html', 'b.html')}`,
      '/a.html': (_, response) => {
        stoppingController.abort();
        response.end('A2');
      },
    });
    expect(await fetchAt('/', {}, { signal: stoppingController.signal })).toMatchObject({
      pages: 3,
      changedCount: 1,
      isStopped: true,
    });
    expect(await files()).toEqual(['a.html', 'b.html', 'index.html']);
    put({ '/a.html': 'A2' });
    expect(await fetchAt('/')).toMatchObject({ pages: 3, removedCount: 0 });
    expect(readManifest(copy)).toMatchObject({ isComplete: true, fetchedAt: time });
  });

  it('follows the page that a page forwards to, and the base of its links', async () => {
    put({
      '/docs/': '<meta http-equiv="Refresh" content="0; url=\'en/index.html\'">',
      '/docs/en/index.html': `<title/><base href="/docs/en/v2/">${link('a.html')}`,
      '/docs/en/v2/a.html': '<meta http-equiv="refresh" content="0; b.html">',
      '/docs/en/v2/b.html': 'B',
    });
    expect(await fetchAt('/docs/')).toMatchObject({ pages: 4 });
  });

  it('keeps the text of a page whose encoding only its server names', async () => {
    const inEncoding =
      (type: string, bytes: Uint8Array): SitePage =>
      (_, response) =>
        response.writeHead(200, { 'content-type': type }).end(bytes);
    put({
      '/guide/': '<a href="ru.html">1</a><a href="utf8.html">2</a>',
      '/guide/ru.html': inEncoding('text/html; charset=windows-1251', Buffer.from([0xcf, 0xf3, 0xf1, 0xea])),
      '/guide/utf8.html': inEncoding('text/html; charset=ISO-8859-1', Buffer.from('Größe')),
    });
    expect(await fetchAt('/guide/')).toMatchObject({ pages: 3 });
    const textOfFile = async (name: string) =>
      textOf(await readFile(join(copy, 'pages', (await files()).find((file) => file.endsWith(name)) ?? '')), true);
    expect(await textOfFile('ru.html')).toBe('Пуск');
    expect(await textOfFile('utf8.html')).toBe('Größe');
  });

  it('names files safely, and without collisions', async () => {
    const paths = [
      'a%2F..%2Fb.html',
      'A.html',
      'a.html',
      '.hidden',
      'con',
      'node_modules/x.html',
      '%E0%A4%A',
      'a.html/b',
      `${'x'.repeat(300)}`,
    ];
    put({ '/': link(...paths) });
    for (const path of paths) put({ [`/${path}`]: `<h1>${path}</h1>` });
    expect(await fetchAt('/')).toMatchObject({ pages: 1 + paths.length });
    const foundFiles = await files();
    expect(foundFiles).toHaveLength(1 + paths.length);
    expect(new Set(foundFiles.map((file) => file.toLowerCase())).size).toBe(foundFiles.length);
    for (const file of foundFiles) {
      expect(file.length).toBeLessThan(120);
      expect(file).not.toMatch(/(^|\/)(\.|node_modules|con\b)|(^|\/)\.\.(\/|$)/);
    }
  });
});

describe('A start page that answers 304', () => {
  const notModified: SitePage = (_, response) => response.writeHead(304).end();
  const failure = 'it answered that nothing changed, although there is no copy';

  it('is a failure without a copy, even after a redirect', async () => {
    put({ '/guide/': notModified, '/guide/new': notModified });
    const none = { pages: 0, changedCount: 0, removedCount: 0, failure };
    expect(await fetchAt('/guide/')).toEqual(none);
    put({ '/guide/': redirectTo('/guide/new') });
    expect(await fetchAt('/guide/')).toEqual(none);
  });

  it('is a failure if its file is gone, and keeps the other pages', async () => {
    put({ '/guide/': link('a'), '/guide/a': '<h1>A</h1>' });
    await fetchAt('/guide/', { Depth: 1 });
    await rm(join(copy, 'pages', 'guide', 'index.html'));
    put({ '/guide/': notModified });
    expect(await fetchAt('/guide/', { Depth: 1 })).toMatchObject({ changedCount: 0, removedCount: 0, failure });
    expect(await files()).toEqual(['guide/a.html']);
  });
});

describe('A sitemap', () => {
  it('names its pages, even through an index or compressed', async () => {
    put({
      '/sitemap.xml': `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${site.origin}/one.xml.gz</loc></sitemap><sitemap><loc>/gone.xml</loc></sitemap></sitemapindex>`,
      '/one.xml.gz': (_, response) =>
        response.end(
          gzipSync(
            `<urlset><url><loc> ${site.origin}/a.html?x=1&amp;y=2 </loc><image:image><image:loc>/logo</image:loc></image:image></url><url><loc>https://elsewhere.example/b.html</loc></url></urlset>`,
          ),
        ),
      '/a.html?x=1&y=2': `<h1>A</h1>${link('c.html')}`,
    });
    expect(await fetchAt('/sitemap.xml')).toMatchObject({ pages: 1, changedCount: 1 });
    expect(site.requests).toEqual(['/robots.txt', '/sitemap.xml', '/one.xml.gz', '/gone.xml', '/a.html?x=1&y=2']);
    expect(problems()).toEqual([
      'https://elsewhere.example/b.html It was left out, because another site, or a path above this one, has it.',
      '/gone.xml It was not fetched: it answered with HTTP 404.',
    ]);
  });

  it.each<[string, SitePage, RegExp]>([
    ['a page', '<!doctype html><p>Not found', /^it is not a sitemap: it names no pages$/],
    [
      'a bomb',
      (_, response) => response.end(gzipSync(Buffer.alloc(120_000_000))),
      /larger than 50 MB after unpacking$/,
    ],
    ['missing', (_, response) => response.writeHead(404).end(), /^it answered with HTTP 404$/],
  ])('that is %s fetches nothing', async (_, answer, failure) => {
    put({ '/sitemap.xml': answer });
    expect(await fetchAt('/sitemap.xml')).toMatchObject({ pages: 0, failure: expect.stringMatching(failure) });
  });

  it.each([
    ['itself', '/sitemap.xml', 'it is not a sitemap: it names no pages'],
    ['an index of it', '/index.xml', 'the sitemaps that it names could not be read, or name no pages'],
    ['a missing sitemap', '/gone.xml', 'the sitemaps that it names could not be read, or name no pages'],
  ])('that names only %s is a failure, and keeps an earlier copy', async (_, indexPath, failure) => {
    const indexOf = (path: string) =>
      `<sitemapindex><sitemap><loc>${site.origin}${path}</loc></sitemap></sitemapindex>`;
    put({
      '/sitemap.xml': `<urlset><url><loc>${site.origin}/a.html</loc></url></urlset>`,
      '/a.html': '<h1>A</h1>',
    });
    await fetchAt('/sitemap.xml');
    put({ '/sitemap.xml': indexOf(indexPath), '/index.xml': indexOf('/sitemap.xml') });
    expect(await fetchAt('/sitemap.xml')).toEqual({ pages: 1, changedCount: 0, removedCount: 0, failure });
    expect(await files()).toEqual(['a.html']);
  });

  it('with a million pages costs no more requests than the maximum of pages', async () => {
    const urls = Array.from({ length: 200_000 }, (_, index) => `<url><loc>${site.origin}/p${index}</loc></url>`);
    put({ '/sitemap.xml': `<urlset>${urls.join('')}</urlset>` });
    for (let index = 0; index < 10; index++) put({ [`/p${index}`]: `<h1>${index}</h1>` });
    expect(await fetchAt('/sitemap.xml', { MaxPages: 5 })).toMatchObject({ pages: 5 });
    expect(site.requests).toHaveLength(7);
  });
});

describe('llms.txt', () => {
  it('names its pages by links, which stay in the site', async () => {
    put({
      '/docs/llms.txt': `# Engine\n\n- [Start](${site.origin}/docs/start.md): how to start\n- [API](api.md)\n- <${site.origin}/docs/faq.md>\n- [Other](https://elsewhere.example/x.md)\n\n\`\`\`\n[No](no.md)\n\`\`\`\n`,
      '/docs/start.md': '# Start\n\n[More](more.md)',
      '/docs/api.md': '# API',
      '/docs/faq.md': '# FAQ',
    });
    expect(await fetchAt('/docs/llms.txt')).toMatchObject({ pages: 3 });
    expect(await files()).toEqual(['docs/api.md', 'docs/faq.md', 'docs/start.md']);
    expect(problems()).toHaveLength(1);
  });

  it('in its full form is split into its pages, each with its address', async () => {
    put({
      '/llms-full.txt': `# Start\nSource: ${site.origin}/docs/start\n\nTurn the crank.\n\n\`\`\`sh\n# not a page\n\`\`\`\n\n# Elsewhere\nSource: https://elsewhere.example/x\n\nText.\n\n# Start\n\nAgain.\n`,
    });
    expect(await fetchAt('/llms-full.txt')).toMatchObject({ pages: 3, changedCount: 3 });
    expect(await files()).toEqual(['docs/start.md', 'llms-full/Elsewhere.md', 'llms-full/Start.md']);
    expect(readAddresses(copy).files).toEqual({
      'docs/start.md': `${site.origin}/docs/start`,
      'llms-full/Elsewhere.md': `${site.origin}/llms-full.txt`,
      'llms-full/Start.md': `${site.origin}/llms-full.txt`,
    });
    put({ '/llms-full.txt': '# Start\n\nOnly this.\n' });
    expect(await fetchAt('/llms-full.txt')).toMatchObject({ pages: 1 });
    expect(await files()).toEqual(['llms-full/Start.md']);
  });
});

describe('A hostile server', () => {
  it('cannot lead to another site or a private address by a redirect', async () => {
    const otherSite = await startWebSite({ '/secret': 'Secret' });
    put({
      '/': link('a.html', 'b.html', 'c.html', 'd.html'),
      '/a.html': redirectTo(`${otherSite.origin}/secret`),
      '/b.html': redirectTo('http://169.254.169.254/latest/meta-data/'),
      '/c.html': redirectTo('file:///etc/passwd'),
      '/d.html': redirectTo('/e.html', 301),
      '/e.html': 'E',
    });
    try {
      expect(await fetchAt('/')).toMatchObject({ pages: 2 });
      expect(otherSite.requests).toEqual([]);
      expect(await files()).toEqual(['e.html', 'index.html']);
      expect(problems()).toEqual([
        `/a.html It was not fetched: it redirects to ${otherSite.origin}/secret.`,
        '/b.html It was not fetched: it redirects to http://169.254.169.254/latest/meta-data/.',
        '/c.html It was not fetched: it answered with HTTP 302.',
      ]);
    } finally {
      await otherSite.close();
    }
  });

  it('at a public name with a private address is not contacted', async () => {
    const port = new URL(site.origin).port;
    addresses.set('docs.example.com', '127.0.0.1');
    put({ '/': 'Home' });
    expect(await fetchAt(`http://docs.example.com:${port}/`, {}, { allowsPrivate: false })).toMatchObject({
      pages: 0,
      failure: 'robots.txt: docs.example.com is at the private address 127.0.0.1',
    });
    expect(site.requests).toEqual([]);
  });

  it.each([
    ['a circle', (path: string) => (path === '/a' ? '/b' : '/a'), 'it redirects in a circle'],
    ['a circle of itself', () => '/a', 'it redirects in a circle'],
    ['a chain without an end', (path: string) => `${path}a`, 'it redirects more than 5 times'],
  ])('that redirects in %s costs few requests, and is a failure', async (_, next, failure) => {
    put({ '*': ({ url = '' }, response) => response.writeHead(302, { location: next(url) }).end(), '/robots.txt': '' });
    expect(await fetchAt('/a', { Below: '/' })).toMatchObject({ pages: 0, failure });
    expect(site.requests.length).toBeLessThan(10);
  });

  it('that redirects pages to themselves removes none of them from the copy', async () => {
    put({ '/': link('a.html'), '/a.html': 'A' });
    await fetchAt('/');
    put({ '/a.html': redirectTo('/a.html') });
    expect(await fetchAt('/')).toMatchObject({ pages: 2 });
    expect(await files()).toEqual(['a.html', 'index.html']);
    expect(problems()).toEqual(['/a.html It was not fetched: it redirects to itself.']);
    put({ '/': redirectTo('/') });
    expect(await fetchAt('/')).toMatchObject({ failure: 'it redirects in a circle' });
    expect(await files()).toEqual(['a.html', 'index.html']);
  });

  it('that answers without an end is cut off, and the other pages are fetched', async () => {
    put({
      '/': link('endless.html', 'bomb.html', 'a.html'),
      '/endless.html': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const piece = 'x'.repeat(100_000);
        const writeMore = () => {
          while (response.write(piece));
        };
        response.on('drain', writeMore).on('error', () => {});
        writeMore();
      },
      '/bomb.html': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(30_000_000, 'x'))),
      '/a.html': 'A',
    });
    expect(await fetchAt('/', { MaxMegabytes: 2 })).toMatchObject({ pages: 2 });
    expect(problems()).toEqual([
      '/endless.html It was not fetched: it sent more than 2 MB.',
      '/bomb.html It was not fetched: it sent more than 2 MB.',
    ]);
  });

  it('that is busy is contacted again after the time that it names, unless that is long', async () => {
    let tries = 0;
    put({
      '/': link('a.html'),
      '/a.html': (_, response) => {
        if (++tries < 3) response.writeHead(429, { 'retry-after': '30' }).end();
        else response.end('<h1>A</h1>');
      },
    });
    expect(await fetchAt('/')).toMatchObject({ pages: 2 });
    expect(waits.filter((ms) => ms === 30_000)).toHaveLength(2);
    put({
      '/a.html': (_, response) =>
        response.writeHead(503, { 'retry-after': new Date(time + 7_200_000).toUTCString() }).end(),
    });
    const fetchResult = await fetchAt('/');
    expect(fetchResult).toMatchObject({
      pages: 2,
      removedCount: 0,
      failure: expect.stringMatching(/^it asks to wait 7,\d{3} seconds$/),
    });
    expect(readManifest(copy)?.waitUntil).toBeGreaterThan(time + 7_000_000);
    expect(await files()).toEqual(['a.html', 'index.html']);
  });

  it('that ends each connection ends the fetch, and the pages fetched before stay', async () => {
    const pages = Array.from({ length: 30 }, (_, index) => `p${index}.html`);
    put({ '/': link(...pages) });
    for (const page of pages) put({ [`/${page}`]: `<h1>${page}</h1>` });
    await fetchAt('/');
    for (const page of pages) put({ [`/${page}`]: (request) => request.socket.destroy() });
    const fetchResult = await fetchAt('/');
    expect(fetchResult).toMatchObject({
      pages: 31,
      removedCount: 0,
      failure: expect.stringMatching(/^8 pages in a row failed/),
    });
    expect(site.requests.length).toBeLessThan(15);
    expect(await files()).toHaveLength(31);
  });

  it('with links of every kind leads nowhere else', async () => {
    const oddAddresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//elsewhere.example/',
      'http://[::1',
      'http://a:b@127.0.0.1/',
      ' ',
      '/guide/../../etc/passwd',
      '/guide/%2e%2e/private.html',
      '\\\\server\\share',
      '?page=2',
      '#top',
      `/guide/${'y'.repeat(3_000)}`,
      'ok.html',
    ];
    put({ '/guide/': link(...oddAddresses), '/guide/ok.html': 'OK' });
    expect(await fetchAt('/guide/')).toMatchObject({ pages: 2 });
    expect(site.requests).toEqual(['/robots.txt', '/guide/', '/guide/ok.html']);
  });

  it('that does not speak HTTP, or is not there, gives one sentence', async () => {
    await site.close();
    expect(await fetchAt('/')).toMatchObject({ failure: 'robots.txt: nothing listens there' });
    expect(existsSync(join(copy, 'manifest.json'))).toBe(true);
    site = await startWebSite();
  });
});
