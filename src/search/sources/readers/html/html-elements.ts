/** Tells text, code and navigation of HTML pages apart, also in the pages of common documentation generators. */

export type Attributes = Readonly<Record<string, string>>;

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that never show text. */
const invisible = setOf('script style noscript template svg canvas iframe object head datalist annotation-xml');

/** Elements of navigation and input. */
const interfaceElements = setOf('nav footer menu dialog button select textarea label rustdoc-toolbar');

/** Elements of navigation outside the main part. Inside it, they hold the page's title and its notes. */
const interfaceAround = setOf('header aside');

const interfaceRoles = setOf(
  'navigation search banner contentinfo complementary menu menubar toolbar dialog alertdialog tablist button',
);

/** Classes of navigation, permalinks and line numbers. */
const interfaceClasses = setOf(`
  headerlink header-anchor hash-link anchor-link permalink-sign viewcode-link viewcode-back rightside out-of-band hideme
  linenos lineno line-numbers-wrapper copybtn
  sphinxsidebar related related-pages footer wy-nav-side wy-nav-top wy-breadcrumbs rst-versions rst-footer-buttons
  sidebar-drawer toc-drawer mobile-header mobile-nav bottom-of-page skip-to-content skip-link skip-nav skipToContent
  navheader navfooter navpath book-summary book-header search-results navigation navigation-top page-footer
  md-sidebar md-header md-tabs md-footer md-source-file md-search md-feedback md-skip
  breadcrumbs theme-doc-breadcrumbs theme-doc-toc-mobile theme-doc-toc-desktop theme-doc-footer theme-edit-this-page
  pagination-nav table-of-contents VPSkipLink VPNav VPLocalNav VPSidebar VPFooter VPDocFooter prev-next edit-link
  topNav bottomNav subNav skipNav sub-nav nav-wrapper nav-chapters sidetoc ttc`);

/** Names of classes and ids that mean navigation only outside the main part. */
const interfaceNamesAround = setOf(
  'sidebar side-bar navbar nav menu breadcrumb top side-nav nav-path footer titlearea projectalign MSearchSelectWindow MSearchResultsWindow ' +
    'navigation topnav site-header site-footer cookie-banner',
);

/** The language of a program in VitePress, and the link to an item's source in rustdoc. */
const interfaceByName: Readonly<Record<string, string>> = { span: 'lang', a: 'src' };

/** Elements that begin and end a block. */
const separating = setOf(
  'p div section article main header aside ul ol li dl dt dd table caption tr thead tbody blockquote figure figcaption details summary pre hr h1 h2 h3 h4 h5 h6 address fieldset center body',
);

/** Why the content of an element is omitted. A person does not see `invisible` text at all. */
export function omissionReason(
  name: string,
  attributes: Attributes,
  isInMain: boolean,
): 'invisible' | 'interface' | undefined {
  if (invisible.has(name)) return 'invisible';
  if (name === 'body' || name === 'html' || name === 'main') return undefined;
  if (name === 'annotation') return attributes.encoding === 'application/x-tex' ? undefined : 'invisible';
  // Formulas repeat their text in a visual form.
  if (attributes['aria-hidden'] === 'true') return 'invisible';
  if (interfaceElements.has(name)) return 'interface';
  const isAround = !isInMain;
  if (isAround && interfaceAround.has(name)) return 'interface';
  const { role, id, class: classes } = attributes;
  if (role !== undefined && interfaceRoles.has(role)) return 'interface';
  if (isAround && id !== undefined && interfaceNamesAround.has(id)) return 'interface';
  if (classes === undefined) return undefined;
  // A table of contents is not part of the page's text.
  if (classes === 'toc') return 'invisible';
  if (interfaceByName[name] === classes) return 'interface';
  if (name === 'table' && (classes === 'head' || classes === 'foot')) return 'interface';
  // Prism's `pre class="line-numbers"` holds the program; any other element with the class has only the numbers.
  if (name !== 'pre' && name !== 'code' && /(?:^|\s)line-numbers(?:\s|$)/.test(classes)) return 'interface';
  return isInterfaceClass(classes, isAround) ? 'interface' : undefined;
}

/** Earlier answers, because a page repeats a few classes very often. */
const knownClasses = { main: new Map<string, boolean>(), around: new Map<string, boolean>() };
const maxKnownClasses = 5_000;

function isInterfaceClass(classes: string, isAround: boolean): boolean {
  const knownClassesHere = isAround ? knownClasses.around : knownClasses.main;
  const answer = knownClassesHere.get(classes);
  if (answer !== undefined) return answer;
  const isInterface = classes
    .split(/\s+/)
    .some((part) => interfaceClasses.has(part) || (isAround && interfaceNamesAround.has(part)));
  if (knownClassesHere.size < maxKnownClasses && classes.length < 200) knownClassesHere.set(classes, isInterface);
  return isInterface;
}

export function isSeparating(name: string): boolean {
  return separating.has(name);
}

/** The main part of a page, or an article, which is the main part of a page without one. */
export function partOf(name: string, role: string | undefined): 'main' | 'article' | undefined {
  if (name === 'main' || role === 'main') return 'main';
  return name === 'article' ? 'article' : undefined;
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** 1 to 6; undefined for other elements. Doxygen's title is a `div`. */
export function headingLevel(name: string, attributes: Attributes): number | undefined {
  const level = headings.indexOf(name);
  // In mandoc's pages, the sections are `h1`.
  if (level >= 0) return attributes.class === 'Sh' || attributes.class === 'Ss' ? level + 2 : level + 1;
  return name === 'div' && attributes.class === 'headertitle' ? 1 : undefined;
}

/** A program in lines. Doxygen's is a `div` with a `div` for each line. */
export function isProgram(name: string, attributes: Attributes): boolean {
  return name === 'pre' || (name === 'div' && attributes.class === 'fragment');
}

/** `language-js`, `highlight-python notranslate`, `lang-sh`. */
export function languageOf(classes: string | undefined): string | undefined {
  const language = /(?:^|\s)(?:language|lang|highlight)-([\w+#-]+)/.exec(classes ?? '')?.[1];
  return language === 'default' || language === 'text' || language === 'none' ? undefined : language;
}
