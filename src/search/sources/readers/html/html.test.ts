import { expect, test } from 'vitest';
import type { PlacedBlock } from '../../../engine/types.ts';
import { textOf } from '../decode-text.ts';
import { readHtml } from './html.ts';

/** Pages in the shape that each generator gives them, with what a reader has to find. */
const generatedValues: Readonly<Record<string, { page: string; title: string; blocks: readonly string[] }>> = {
  'Sphinx (classic, alabaster)': {
    page: `<title>Queue — Engine 3 documentation</title>
<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="genindex.html">index</a></li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="queue"><h1>Queue<a class="headerlink" href="#queue" title="Permalink to this headline">¶</a></h1>
<div class="admonition note"><p class="admonition-title">Note</p><p>Safe in threads.</p></div>
<p>After the first box.</p>
<dl class="py function"><dt class="sig sig-object py" id="queue.put"><span class="sig-prename"><span class="pre">queue.</span></span><span
 class="sig-name"><span class="pre">put</span></span><span class="sig-paren">(</span><em>item</em><span class="sig-paren">)</span><a
 class="headerlink" href="#queue.put">¶</a></dt><dd><p>Adds an item; see <a class="reference internal" href="#x"><code><span class="pre">get()</span></code></a>.</p></dd></dl>
<section id="use"><h2>Use<a class="headerlink" href="#use">¶</a></h2>
<table class="docutils"><tbody><tr class="row-odd"><td><p>fast</p></td><td><p>No checks</p></td></tr></tbody></table>
<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span><span class="n">q</span><span class="o">.</span><span class="n">put</span>
</pre></div></div></section></section></div></div></div>
<div class="sphinxsidebar" role="navigation"><h3>This Page</h3></div></div><div class="footer">Copyright</div>`,
    title: 'Queue',
    blocks: [
      'text: Note',
      'text: Safe in threads.',
      'text: After the first box.',
      'text #queue.put: queue.put(item)',
      'text #queue.put: Adds an item; see `get()`.',
      'heading #use: Use',
      'text #use: fast | No checks',
      'code #use python3: q.put',
    ],
  },
  'Sphinx (Read the Docs)': {
    page: `<title>Queue — Engine</title><body class="wy-body-for-nav"><div class="wy-grid-for-nav">
<nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-menu">Contents</div></nav>
<section class="wy-nav-content-wrap"><div class="rst-content"><div role="navigation" aria-label="Page navigation">Docs » Queue</div>
<div role="main" class="document" itemscope="itemscope"><div itemprop="articleBody"><section id="queue">
<h1>Queue<a class="headerlink" href="#queue"></a></h1><div class="highlight-default notranslate"><div class="highlight"><pre>put()</pre></div></div>
<p>Kept.</p></section></div></div><footer><div class="rst-footer-buttons" role="navigation"><a>Next</a></div></footer></div></section></div>`,
    title: 'Queue',
    blocks: ['code: put()', 'text: Kept.'],
  },
  'Sphinx (Furo)': {
    page: `<title>Queue</title><aside class="sidebar-drawer"><div class="sidebar-tree">Tree</div></aside>
<div class="main"><div class="content"><article role="main"><section id="queue"><h1>Queue<a class="headerlink" href="#queue">#</a></h1>
<aside class="sidebar"><p class="sidebar-title">Beside</p><p>A note.</p></aside><p>Kept.</p></section></article>
<footer>Made with Furo</footer></div><aside class="toc-drawer"><ul><li><a href="#">Queue</a></li></ul></aside></div>`,
    title: 'Queue',
    blocks: ['text: Beside', 'text: A note.', 'text: Kept.'],
  },
  DocBook: {
    page: `<html><head><title>VACUUM</title></head><body><div class="navheader"><table><tr><th>VACUUM</th></tr></table></div>
<div class="refentry" id="SQL-VACUUM"><div class="refsynopsisdiv"><pre class="synopsis">VACUUM [ FULL ]</pre></div>
<div class="refsect1" id="NOTES"><h2>Notes</h2><p>It reclaims <code class="literal">storage</code>.</p></div></div>
<div class="navfooter"><hr /><table><tr><td><a href="x.html">Prev</a></td></tr></table></div></body></html>`,
    title: 'VACUUM',
    blocks: ['code: VACUUM [ FULL ]', 'heading #NOTES: Notes', 'text #NOTES: It reclaims `storage`.'],
  },
  Doxygen: {
    page: `<title>Eng: Engine Class Reference</title><body><div id="top"><div id="titlearea"><div id="projectname">Eng</div></div></div>
<div id="side-nav" class="ui-resizable"><div id="nav-tree">tree</div></div><div id="doc-content"><div class="header"><div class="headertitle"><div class="title">Engine Class Reference</div></div></div>
<div class="contents"><a name="details" id="details"></a><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p>Starts.</p>
<div class="fragment"><div class="line"><a name="l1"></a><span class="lineno">    1</span>Engine e;</div><div class="line"> e.start();</div>
<div class="ttc" id="a1"><div class="ttname">Engine</div></div></div></div>
<a id="ac44"></a><h2 class="memtitle"><span class="permalink"><a href="#ac44">&#9670;&#160;</a></span>start()</h2><p>Goes.</p></div></div>
<hr class="footer"/><address class="footer"><small>Generated by Doxygen</small></address></body>`,
    title: 'Engine Class Reference',
    blocks: [
      'heading #details: Detailed Description',
      'text #details: Starts.',
      'code #details: Engine e;\n e.start();',
      'heading #ac44: start()',
      'text #ac44: Goes.',
    ],
  },
  Javadoc: {
    page: `<title>Engine</title><body class="class-declaration-page"><div class="flex-box"><header role="banner" class="flex-header"><nav role="navigation"><div class="top-nav">Overview</div></nav></header>
<div class="flex-content"><main role="main"><div class="header"><h1 title="Class Engine" class="title">Class Engine</h1></div>
<section class="class-description" id="class-description"><div class="block">An engine.</div></section>
<ul class="details-list"><li><section class="method-details" id="method-detail"><h2>Method Details</h2><ul><li><section class="detail" id="start(boolean)">
<h3>start</h3><div class="member-signature">public int start()</div><dl class="notes"><dt>Returns:</dt><dd>the speed</dd></dl></section></li></ul></section></li></ul>
</main><footer role="contentinfo">Copyright</footer></div></div></body>`,
    title: 'Class Engine',
    blocks: [
      'text: An engine.',
      'heading #method-detail: Method Details',
      'heading #start(boolean): start',
      'text #start(boolean): public int start()',
      'text #start(boolean): Returns:',
      'text #start(boolean): the speed',
    ],
  },
  rustdoc: {
    page: `<title>Engine in engine - Rust</title><body class="rustdoc struct"><nav class="sidebar"><h2>Engine</h2></nav><main><div class="width-limiter">
<section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">Engine</span><button id="copy-path">Copy item path</button></h1>
<span class="sub-heading"><a class="src" href="../src/e.rs.html#1">Source</a></span></div><pre class="rust item-decl"><code>pub struct Engine;</code></pre>
<details class="toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock"><p>An engine.</p>
<h2 id="examples"><a class="doc-anchor" href="#examples">§</a>Examples</h2></div></details>
<section id="method.start" class="method"><a class="src rightside" href="x">Source</a><h4 class="code-header">pub fn <a class="fn">start</a>(&amp;self)</h4></section>
</section></div></main></body>`,
    title: 'Struct Engine',
    blocks: [
      'code: pub struct Engine;',
      'text: An engine.',
      'heading #examples: Examples',
      'heading #method.start: pub fn start(&self)',
    ],
  },
  'MkDocs Material': {
    page: `<title>Engine - Eng</title><header class="md-header"><nav>Eng</nav></header><div class="md-container"><main class="md-main"><div class="md-main__inner md-grid">
<div class="md-sidebar md-sidebar--primary"><div class="md-sidebar__inner">Pages</div></div><div class="md-content"><article class="md-content__inner md-typeset">
<h1 id="engine">Engine<a class="headerlink" href="#engine">&para;</a></h1><div class="admonition note"><p class="admonition-title">Note</p><p>Use 3.</p></div>
<table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td><td class="code"><div class="language-python highlight"><pre><span></span><code>import engine</code></pre></div></td></tr></table>
<h2 id="use">Use<a class="headerlink" href="#use">&para;</a></h2></article></div></div></main><footer class="md-footer">Made with</footer></div>`,
    title: 'Engine',
    blocks: ['text: Note', 'text: Use 3.', 'code python: import engine', 'heading #use: Use'],
  },
  Docusaurus: {
    page: `<title>Engine | Site</title><div id="__docusaurus"><nav class="navbar">Site</nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container">Pages</aside>
<main class="docMainContainer"><div class="row"><div class="col"><nav class="theme-doc-breadcrumbs">Home</nav><div class="theme-doc-toc-mobile"><button>On this page</button></div>
<article><div class="theme-doc-markdown markdown"><header><h1>Engine</h1></header><p>Starts.</p><h2 class="anchor" id="use">Use<a href="#use" class="hash-link" aria-label="Direct link">&#8203;</a></h2>
<div class="language-bash codeBlockContainer"><div class="codeBlockContent"><pre class="prism-code language-bash"><code><span class="token-line">npm i<br></span><span class="token-line">npm start<br></span></code></pre><div class="buttonGroup"><button>Copy</button></div></div></div>
<div class="theme-admonition"><div class="admonitionContent"><p>Mind.</p></div></div></div><footer class="theme-doc-footer">Edit this page</footer></article><nav class="pagination-nav">Next</nav></div></div></main></div></div>`,
    title: 'Engine',
    blocks: ['text: Starts.', 'heading #use: Use', 'code #use bash: npm i\nnpm start', 'text #use: Mind.'],
  },
  VitePress: {
    page: `<title>Engine | Site</title><div id="app"><div class="Layout"><a href="#c" class="VPSkipLink">Skip to content</a><header class="VPNav">Site</header><aside class="VPSidebar">Pages</aside>
<div class="VPContent has-sidebar"><div class="VPDoc has-aside"><div class="container"><div class="aside"><div class="outline-title">On this page</div></div><div class="content"><main class="main"><div class="vp-doc">
<h1 id="engine">Engine <a class="header-anchor" href="#engine" aria-label="Permalink">&#8203;</a></h1><p>So <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>.</p>
<h2 id="größe" tabindex="-1">Größe <a class="header-anchor" href="#gr%C3%B6%C3%9Fe">&#8203;</a></h2>
<div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki"><code><span class="line">npm i</span>
<span class="line">npm start</span></code></pre></div></div></main><footer class="VPDocFooter">Next page</footer></div></div></div></div></div></div>`,
    title: 'Engine',
    blocks: ['text: So x^2.', 'heading #größe: Größe', 'code #größe sh: npm i\nnpm start'],
  },
  GitBook: {
    page: `<title>Engine · GitBook</title><div class="book"><div class="book-summary"><div id="book-search-input" role="search">x</div><nav role="navigation"><ul class="summary"><li>Pages</li></ul></nav></div>
<div class="book-body"><div class="body-inner"><div class="book-header" role="navigation"><h1><a href=".">Site</a></h1></div><div class="page-wrapper" role="main"><div class="page-inner"><div id="book-search-results"><div class="search-noresults">
<section class="normal markdown-section"><h1 id="engine">Engine</h1><p>Starts.</p><pre><code class="lang-js">go()</code></pre></section></div></div></div></div></div><a href="x" class="navigation navigation-next">Next</a></div></div>`,
    title: 'Engine',
    blocks: ['text: Starts.', 'code js: go()'],
  },
  man2html: {
    page: `Content-type: text/html; charset=UTF-8

<!DOCTYPE HTML><HTML><HEAD><TITLE>Man page of ENGINE</TITLE></HEAD><BODY><H1>ENGINE</H1>
Section: User Commands (1)<BR>Updated: May 2026<BR><A HREF="#index">Index</A>
<A HREF="/cgi-bin/man/man2html">Return to Main Contents</A><HR>
<A NAME="lbAB">&nbsp;</A><H2>NAME</H2>engine - starts<A NAME="lbAC">&nbsp;</A><H2>OPTIONS</H2><DL COMPACT><DT><B>--fast</B><DD>No checks.</DL>
<HR>
<A NAME="index">&nbsp;</A><H2>Index</H2>
<DL><DT><A HREF="#lbAB">NAME</A><DD></DL><HR>This document was created by <A HREF="/cgi-bin/man/man2html">man2html</A>.</BODY></HTML>`,
    title: 'ENGINE',
    blocks: [
      'text: Section: User Commands (1)\nUpdated: May 2026',
      'heading #lbAB: NAME',
      'text #lbAB: engine - starts',
      'heading #lbAC: OPTIONS',
      'text #lbAC: --fast',
      'text #lbAC: No checks.',
    ],
  },
};

test.each(Object.entries(generatedValues))(
  'a page of %s gives its text without the navigation',
  (_, { page, title, blocks }) => {
    const pageRead = readHtml(page, 'a/page.html');
    expect(pageRead).toMatchObject({ title });
    expect(pageRead.blocks.map(show)).toEqual(blocks);
    expect(pageRead.remark).toBeUndefined();
  },
);

function show(block: PlacedBlock): string {
  const language = block.kind === 'code' && block.language ? ` ${block.language}` : '';
  return `${block.kind}${block.anchor ? ` #${block.anchor}` : ''}${language}: ${block.text}`;
}

test('a page that only says where it moved has no text', () => {
  for (const target of ['url=new.html', 'new.html']) {
    const stub = `<meta http-equiv="refresh" content="0; ${target}"><title>Moved</title><p>This page <a href="new.html">moved</a>.`;
    expect(readHtml(stub, 'old.html')).toEqual({ title: '', location: 'old.html', blocks: [] });
  }
});

test('a page whose parts all look like navigation is remarked on', () => {
  const page = readHtml(`<nav><p>${'The text of the page. '.repeat(60)}</p></nav><p>A little text.</p>`, 'x.html');
  expect(page.remark).toBe(
    'Only 1% of its text was read, because the rest looks like navigation: add it in another format.',
  );
});

test('a page inside a form, or with articles beside its text, is read', () => {
  expect(readHtml('<form id="aspnetForm"><p>Text.</p><button>Go</button></form>', 'x').blocks.map(show)).toEqual([
    'text: Text.',
  ]);
  const teasers = readHtml('<p>The long text of the page.</p><article>More</article>', 'x');
  expect(teasers.blocks.map(show)).toEqual(['text: The long text of the page.', 'text: More']);
});

test.each([
  ['Shift_JIS', '<meta charset="Shift_JIS">', [0x83, 0x47, 0x83, 0x93], 'エン'],
  ['GBK', '<meta http-equiv="Content-Type" content="text/html; charset=gbk">', [0xd2, 0xfd, 0xc7, 0xe6], '引擎'],
  ['EUC-KR', '<meta charset=euc-kr>', [0xbf, 0xa3, 0xc1, 0xf8], '엔진'],
  ['windows-1251', '<?xml version="1.0" encoding="windows-1251"?>', [0xcf, 0xf3, 0xf1, 0xea], 'Пуск'],
  ['windows-1252', '<meta charset="iso-8859-1">', [0x93, 0x43, 0x61, 0x66, 0xe9, 0x94], '“Café”'],
  [
    'an encoding declared after a long comment',
    `<!-- <meta charset="big5"> ${'-'.repeat(2_000)} --><meta charset="euc-kr">`,
    [0xbf, 0xa3],
    '엔',
  ],
  ['Windows-949', '<meta charset=euc-kr>', [0x8c, 0x63, 0xb9, 0xe6, 0xc6, 0x52, 0x81, 0x41, 0x61], '똠방힣갂a'],
  ['an unknown encoding', '<meta charset="x-none">', [0xc3, 0xa9], 'é'],
])('a page in %s is decoded', (_, declaration, letters, text) => {
  const bytes = Buffer.concat([Buffer.from(declaration), Buffer.from(letters)]);
  expect(textOf(bytes, true)).toBe(declaration + text);
});

test('text in no declared encoding that is not UTF-8 is Windows-1252', () => {
  expect(textOf(Uint8Array.of(0x93, 0x43, 0x61, 0x66, 0xe9, 0x94), false)).toBe('“Café”');
});

test('empty elements of XHTML do not take in the text after them', () => {
  const page = readHtml(
    '<?xml version="1.0"?><html><head><title/></head><body><h1>One</h1><p>Start<a id="x"/> it.</p><script src="a.js"/><p>Go.</p></body></html>',
    'book.epub/one.xhtml',
  );
  expect(page.title).toBe('One');
  expect(page.blocks.map(show)).toEqual(['text: Start it.', 'text: Go.']);
  expect(page.remark).toBeUndefined();
});

test('a program with line numbers of Prism is kept, and the results of a search box are not', () => {
  const page = readHtml(
    '<main><pre class="line-numbers language-js"><code>go()</code></pre><div class="line-numbers">1</div>' +
      '<div class="search-results"><h1>No results matching ""</h1></div></main>',
    'x.html',
  );
  expect(page.blocks.map(show)).toEqual(['code js: go()']);
});

test('a large page in one line is read in little time', () => {
  const start = performance.now();
  expect(readHtml(`<ul>${'<li>An item'.repeat(300_000)}</ul>`, 'x.html').blocks).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(8_000);
});
