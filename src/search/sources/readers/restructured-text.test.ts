import { expect, test } from 'vitest';
import { formatOf } from './formats.ts';
import { readRestructuredText } from './restructured-text.ts';

const blocksOf = (text: string) =>
  readRestructuredText(text, 'x.rst').blocks.map((block) => `${block.kind} ${block.line}: ${block.text}`);

test('a directive keeps its content, even if only an extension knows it, unless it is only markup', () => {
  expect(
    blocksOf(`.. glossary::

   frame
      One call.

.. dropdown:: Details
   :open:

   Inside.

.. py:function:: start(fast=False)
                 start(fast, slow)
   :noindex:

   Starts.

   :param fast: whether to skip checks

.. class:: Engine

   The engine.

.. csv-table:: Brakes
   :header: "Name", "Use"
   :widths: 1 1

   "hand", "Stops it"

.. list-table:: Speeds
   :widths: 1 1

   * - fast
     - No checks

.. toctree::
   :maxdepth: 2

   install

.. index:: single: engine
.. image:: engine.png
   :alt: An engine
.. figure:: engine.png

   The engine from the side.
.. |engine| replace:: Engine
`),
  ).toEqual([
    'text 3: frame\n   One call.',
    'text 6: Details',
    'text 9: Inside.',
    'text 11: start(fast=False)\nstart(fast, slow)',
    'text 15: Starts.',
    'text 17: :param fast: whether to skip checks',
    'text 19: Engine',
    'text 21: The engine.',
    'text 23: Brakes\n"Name", "Use"',
    'text 27: "hand", "Stops it"',
    'text 29: Speeds',
    'text 32: * - fast\n  - No checks',
    'text 45: The engine from the side.',
  ]);
});

test('roles become their text: names are code, words are words', () => {
  expect(
    blocksOf(
      'See :func:`os.path.join`, :meth:`~Engine.stop`, :ref:`the options <opts>`, :guilabel:`File`,\n:pep:`8`, :math:`x^2` and :abbr:`LIFO (last in)`.',
    ),
  ).toEqual(['text 1: See `os.path.join`, `Engine.stop`, the options, File,\nPEP 8, x^2 and LIFO (last in).']);
});

test('changes name their version, footnotes their text, sessions and tables their lines', () => {
  expect(
    blocksOf(`:orphan:

.. versionchanged:: 3.9
   Faster.

.. deprecated:: 3.2 Use
   :func:\`go\`.

>>> 1 + 1
2

=====  =======
Name   Meaning
=====  =======
fast   No checks
=====  =======

+---+---+
| a | b |
+---+---+

.. [1] The note
   goes on.
.. A comment.
`),
  ).toEqual([
    'text 3: Changed in version 3.9: Faster.',
    'text 6: Deprecated since version 3.2: Use\n`go`.',
    'code 9: >>> 1 + 1\n2',
    'text 13: Name   Meaning\nfast   No checks',
    'text 19: | a | b |',
    'text 22: The note',
    'text 23: goes on.',
  ]);
});

test('directives in directives, as deep as a file can have them, are read', () => {
  const deepText = Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}.. note::\n\n`).join('');
  expect(readRestructuredText(`${deepText}${' '.repeat(3_000)}The end.`, 'x.rst').blocks.at(-1)?.text).toContain(
    'The end.',
  );
});

test('the sources that Sphinx copies beside its pages keep their format', () => {
  expect(['_sources/a.rst.txt', 'a.md.txt', 'a.txt'].map(formatOf)).toEqual(['restructuredtext', 'markdown', 'text']);
});
