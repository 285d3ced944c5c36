import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { PlacedBlock } from '../../engine/types.ts';
import { smallPdf } from '../testing/small-pdf.ts';
import { readHtml } from './html/html.ts';
import { readNotebook } from './notebook.ts';
import { readPage } from './read-page.ts';
import { readRestructuredText } from './restructured-text.ts';

const withoutLines = (blocks: readonly PlacedBlock[]) => blocks.map(({ line: _, ...block }) => block);

describe('HTML', () => {
  it('gives the visible text, without scripts, navigation and forms', () => {
    const page = readHtml(
      `<!doctype html><html><head><title>Site | Brakes</title><style>p { color: red }</style></head>
<body><nav><a href="/">Home</a></nav>
<h1>Brakes<a class="headerlink" href="#x">¶</a></h1>
<p>Press the <code>pedal</code> to &lt;stop&gt;.<br>Gently.</p>
<script>alert('<p>no</p>')</script><form><label>Search</label></form>
<h2>Steps</h2><ul><li>Look</li><li>Press</li></ul>
<table><tr><th>Part</th><th>Use</th></tr><tr><td>Pad</td><td>Rubs</td></tr></table>
<pre class="language-js"><code>if (a &amp;&amp; b)
  stop();
</code></pre><footer>2020</footer></body></html>`,
      'brakes.html',
    );
    expect(page.title).toBe('Brakes');
    expect(withoutLines(page.blocks)).toEqual([
      { kind: 'text', text: 'Press the `pedal` to <stop>.\nGently.' },
      { kind: 'heading', level: 2, text: 'Steps' },
      { kind: 'text', text: '- Look\n- Press' },
      { kind: 'text', text: 'Part | Use' },
      { kind: 'text', text: 'Pad | Rubs' },
      { kind: 'code', text: 'if (a && b)\n  stop();', language: 'js' },
    ]);
    expect(page.blocks[0]?.line).toBe(4);
  });

  it('with a main part gives only that part; without a heading its title is that of the window, else the file name', () => {
    const page = readHtml('<title>Doc</title><p>Around</p><main><p>Inside</p></main><p>After</p>', 'a/doc.html');
    expect(page).toMatchObject({ title: 'Doc', blocks: [{ kind: 'text', text: 'Inside' }] });
    expect(readHtml('<p>x', 'a/doc.html').title).toBe('doc');
  });

  it('with a list of very many items, as an index of names is, is read in time that grows with it', () => {
    const { blocks } = readHtml(`<ul>${'<li>an entry of the index</li>'.repeat(40_000)}</ul>`, 'genindex.html');
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.text.split('\n')).toHaveLength(40_000);
  });

  test('broken HTML is read to its end', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<p>',
            '</p>',
            '<pre>',
            '<main>',
            '</div>',
            '<li',
            '<!--',
            '&',
            'a',
            '"',
            '<script>',
            '</nav>',
            '<h1>',
          ),
        ),
        (parts) => {
          expect(readHtml(parts.join(''), 'x.html').location).toBe('x.html');
        },
      ),
    );
  });
});

describe('reStructuredText', () => {
  it('is read even with very many lines of data, or paragraphs in a note', () => {
    const data = readRestructuredText(`Data::\n\n${'  1, 2\n'.repeat(200_000)}`, 'data.rst');
    expect(data.blocks.at(-1)?.text.split('\n')).toHaveLength(200_000);
    const note = readRestructuredText(`.. note::\n\n${'  Mind.\n\n'.repeat(200_000)}`, 'note.rst');
    expect(note.blocks).toHaveLength(200_000);
  });

  it('has sections by their underlines, in the order in which the file uses them', () => {
    const { title, blocks } = readRestructuredText(
      `=======
 Guide
=======

Intro with \`\`code\`\` and :ref:\`a link <there>\`.

One
---

Like so::

    first
      second

Two
---

.. code-block:: python
   :linenos:

   print(1)

.. note:: Mind the gap.

.. _target:
.. a comment
   that goes on
`,
      'guide.rst',
    );
    expect(title).toBe('Guide');
    expect(withoutLines(blocks)).toEqual([
      { kind: 'text', text: 'Intro with `code` and a link.' },
      { kind: 'heading', level: 2, text: 'One' },
      { kind: 'text', text: 'Like so:' },
      { kind: 'code', text: 'first\n  second' },
      { kind: 'heading', level: 2, text: 'Two' },
      { kind: 'code', text: 'print(1)', language: 'python' },
      { kind: 'text', text: 'Mind the gap.' },
    ]);
  });

  test('any content is read to its end', () => {
    const lines = fc.array(
      fc.constantFrom('', 'Title', '=====', '-----', '.. note::', '   inside', '::', 'text::', '\t- x'),
    );
    fc.assert(
      fc.property(lines, (parts) => {
        expect(readRestructuredText(parts.join('\n'), 'x.rst').location).toBe('x.rst');
      }),
    );
  });
});

describe('A notebook', () => {
  it('gives its cells: sections, text with formulas, code with results', () => {
    const page = readNotebook(
      `(* Content-type: application/vnd.wolfram.mathematica *)
Notebook[{
Cell[CellGroupData[{
Cell["Primes", "Title",ExpressionUUID->"1"],
Cell[TextData[{"Use ",Cell[BoxData[ButtonBox["Prime",BaseStyle->"Link"]], "InlineFormula"]," for the ",
 StyleBox["n", "TI"],"\\[Hyphen]th \\"prime\\"."}], "Text"],
Cell[CellGroupData[{
Cell[BoxData[RowBox[{"Prime", "[", SuperscriptBox["10", "2"], "]"}]], "Input", CellLabel->"In[1]:="],
Cell[BoxData["541"], "Output"]}, Open  ]],
Cell[BoxData[GraphicsBox[{Hue[0.6], LineBox[{{1., 2.}, {3., 4.}}]}]], "Output"],
Cell["Skipped", "AnchorBar"]
}, Open  ]]
}, WindowSize->{800, 600}, StyleDefinitions->"Default.nb"]`,
      'primes.nb',
    );
    expect(page.title).toBe('Primes');
    expect(page.blocks).toEqual([
      { kind: 'text', text: 'Use `Prime` for the n‐th "prime".' },
      { kind: 'code', text: 'Prime[10^2]\n(* 541 *)', language: 'wl' },
    ]);
  });

  test.each([
    ['groups in groups', '{'.repeat(2_000_000)],
    ['comments that begin', '(*'.repeat(1_000_000)],
    ['formulas that begin', `"${'\\!\\('.repeat(100_000)}"`],
  ])('a notebook of nothing but %s is read in time that grows with it', (_, text) => {
    expect(readNotebook(`Notebook[Cell[${text}`, 'deep.nb').location).toBe('deep.nb');
    const [firstBlock] = readNotebook(`Notebook[{Cell["kept", "Text"], Cell[${text}`, 'deep.nb').blocks;
    expect(firstBlock).toMatchObject({ text: 'kept' });
  });

  test('a damaged notebook is read as far as possible', () => {
    const wholeText = 'Notebook[{Cell["Title","Title"],Cell[TextData[{"a ",StyleBox["b","TI"]}],"Text"]}]';
    fc.assert(
      fc.property(fc.nat(wholeText.length), fc.constantFrom('', '"', ']', '}}', '\\', '[['), (at, ending) => {
        expect(readNotebook(wholeText.slice(0, at) + ending, 'x.nb').location).toBe('x.nb');
      }),
    );
  });
});

describe('A file', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'readers-'));
  });

  const read = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(dir, name), content);
    return readPage(join(dir, name), { boundary: await realpath(dir), location: name });
  };

  it('that is a PDF has its lines as paragraphs and the large ones as headings', async () => {
    const page = await read(
      'manual.pdf',
      smallPdf({
        pages: [
          [
            { size: 24, y: 700, text: 'Engine manual' },
            { size: 11, y: 660, text: 'Turn the crank to start the en-' },
            { size: 11, y: 646, text: 'gine, and let go.' },
            { size: 11, y: 600, text: 'Do not run it indoors.' },
          ],
        ],
      }),
    );
    expect(page.blocks).toEqual([
      { kind: 'heading', level: 2, text: 'Engine manual', anchor: 'page=1' },
      { kind: 'text', text: 'Turn the crank to start the engine, and let go.', anchor: 'page=1' },
      { kind: 'text', text: 'Do not run it indoors.', anchor: 'page=1' },
    ]);
  });

  it('that only has the name of a notebook gives an error', async () => {
    await expect(read('broken.nb', 'Something else')).rejects.toThrow(
      'It is not a Wolfram notebook: save it again, or exclude it with Exclude.',
    );
  });

  it('that only has the name of a PDF gives an error', async () => {
    await expect(read('broken.pdf', '%PDF-1.7 and nothing more')).rejects.toThrow(
      /^It is not a readable PDF \(.*[^.]\): export it again, or exclude it with Exclude\.$/,
    );
  });

  it.each([
    ['UTF-8', new TextEncoder().encode('Brücke')],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...[...'Brücke'].flatMap((c) => [c.charCodeAt(0), 0])])],
    ['Latin-1', new Uint8Array([...'Brücke'].map((c) => c.charCodeAt(0)))],
  ])('in %s is read as text', async (_, bytes) => {
    expect((await read('a.txt', bytes)).blocks).toMatchObject([{ kind: 'text', text: 'Brücke' }]);
  });

  it('that is not text, or too large, gives an error', async () => {
    await expect(read('a.txt', new Uint8Array([1, 0, 2]))).rejects.toThrow('It is not text: exclude it with Exclude.');
    await expect(read('a.md', Buffer.alloc(17 * 1024 * 1024, 'a'))).rejects.toThrow(
      'It is larger than 16 MB: split it',
    );
  });

  it('that consists of credentials is refused, and a page about them is read', async () => {
    const key = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEpAIBAAKCAQEA\n-----END ${'PRIVATE'} KEY-----\n`;
    await expect(read('notes.txt', key)).rejects.toThrow('It holds a private key: private data is never read');
    await expect(read('id_rsa', 'x')).rejects.toThrow('It holds a private key: private data is never read');
    expect((await read('keys.md', `# Keys\n\n~~~\n${key}~~~\n`)).title).toBe('Keys');
  });

  it('that was replaced by a link or a pipe since it was found is refused', async () => {
    const outsideFolder = await realpath(await mkdtemp(join(tmpdir(), 'readers-outside-')));
    await writeFile(join(outsideFolder, 'secret.md'), '# Secret');
    await mkdir(join(dir, 'deep'));
    await writeFile(join(dir, 'deep', 'secret.md'), '# Harmless');
    const boundary = await realpath(dir);
    const readDeep = () => readPage(join(dir, 'deep', 'secret.md'), { boundary, location: 'a' });
    expect((await readDeep()).title).toBe('Harmless');
    await rename(join(dir, 'deep'), join(dir, 'before'));
    await symlink(outsideFolder, join(dir, 'deep'));
    await expect(readDeep()).rejects.toThrow('It is a link to a place outside its folder');
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [join(dir, 'pipe.md')]);
    const pipe = readPage(join(dir, 'pipe.md'), { boundary, location: 'pipe.md' });
    await expect(pipe).rejects.toThrow('It is not a regular file.');
  });
});
