import { describe, expect, it } from 'vitest';
import { urlBelow, urlOfInstalledPage, urlOfReferencePage } from './page-url.ts';

describe('The address of a page on the web', () => {
  it('is that of a symbol for the starter reference, whose other pages are its own', () => {
    expect(urlOfReferencePage('starter-reference/symbols/Prime.md')).toBe(
      'https://reference.wolfram.com/language/ref/Prime.html',
    );
    expect(urlOfReferencePage('starter-reference/symbols/$Version.md')).toBe(
      'https://reference.wolfram.com/language/ref/%24Version.html',
    );
    expect(urlOfReferencePage('starter-reference/how-to/find-prime-numbers.md')).toBeUndefined();
  });

  it('follows the folders of an installation', () => {
    const site = 'https://reference.wolfram.com/language';
    expect(urlOfInstalledPage('ReferencePages/Symbols/Prime.nb')).toBe(`${site}/ref/Prime.html`);
    expect(urlOfInstalledPage('Guides/NumberTheory.nb')).toBe(`${site}/guide/NumberTheory.html`);
    expect(urlOfInstalledPage('Tutorials/Primes.nb')).toBe(`${site}/tutorial/Primes.html`);
    expect(urlOfInstalledPage('HowTos/FindPrimes.nb')).toBe(`${site}/howto/FindPrimes.html`);
    expect(urlOfInstalledPage('ReferencePages/Symbols/notes.txt')).toBeUndefined();
  });

  it('is below BaseUrl, whose {path} has no extension', () => {
    expect(urlBelow('https://docs.example.com/', 'guide/first steps.html')).toBe(
      'https://docs.example.com/guide/first%20steps.html',
    );
    expect(urlBelow('https://docs.example.com/{path}/', 'guide/install.v2.md')).toBe(
      'https://docs.example.com/guide/install.v2/',
    );
    expect(urlBelow('https://example.com/{path}.html', "$& and $'.md")).toBe(
      "https://example.com/%24%26%20and%20%24'.html",
    );
  });
});
