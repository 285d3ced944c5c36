import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocComments } from './read-doc-comments.ts';

/** Headings as `12 ## name`, then signatures and text. */
function read(location: string, program: string): readonly string[] {
  return readDocComments(program, location).blocks.map((block) => {
    if (block.kind === 'heading') return `${block.anchor ?? ''} ${'#'.repeat(block.level)} ${block.text}`.trim();
    return block.kind === 'code' ? `${block.language}: ${block.text}` : block.text;
  });
}

test('a TypeScript module gives what it exports, with signatures, members and tags', () => {
  const program = `/** Queues with priorities. */
import { Base } from './base.ts';

export { hidden };

/**
 * A queue that {@link push} fills.
 *
 * @typeParam T - what it holds
 * @example
 * const queue = new Queue<string>();
 */
@sealed({ name: 'queue' })
export class Queue<T extends { id: string }> extends Base<T> {
  /** The number of entries. */
  readonly size = 0
  other: string
  /** Not for others. */
  private readonly pattern = /[}"]/;
  /** Not for others. */
  #inner = \`a\${\`}\`}\`;

  /**
   * Adds an entry.
   * @param value what to add
   * @param {number} [priority=1] - higher
   *   comes first
   * @returns the new size
   * @throws {RangeError} for a negative priority
   */
  async push(value: T, { priority = 1 }: { priority?: number } = {}): Promise<number> {
    if (/["'{]/.test('}')) return value / 2; // {
    return \`\${priority} }\`.length;
  }
}

/** Not exported. */
function internal() {}

/** Exported above. */
function hidden(a: string): { b: string } { return { b: a }; }

/** Options. */
export interface Options {
  /** Called at the end, with \`{\`. */
  onEnd?(entries: Map<string, { a: number }>): void
  /** The last one. */
  last: { inner: string }
}

/** Makes a queue. */
export const make = async <T,>(value: T, options: Options = {}): Promise<Queue<T>> => {
  return new Queue();
};

/** It is marked. @internal */
export const secret = 3;
`;
  expect(read('src/queue.ts', program)).toEqual([
    'Queues with priorities.',
    'L14 ## Queue',
    'typescript: class Queue<T extends { id: string }> extends Base<T>',
    'A queue that `push` fills.',
    '- `T`: what it holds',
    'Example:',
    'typescript: const queue = new Queue<string>();',
    'L16 ### Queue.size',
    'typescript: readonly size = 0',
    'The number of entries.',
    'L31 ### Queue.push',
    'typescript: async push(value: T, { priority = 1 }: { priority?: number } = {}): Promise<number>',
    'Adds an entry.',
    '- `value`: what to add\n- `priority=1` (number): higher\n  comes first',
    'Returns: the new size',
    'Throws: `RangeError`, for a negative priority',
    'L41 ## hidden',
    'typescript: function hidden(a: string): { b: string }',
    'Exported above.',
    'L44 ## Options',
    'typescript: interface Options',
    'Options.',
    'L46 ### Options.onEnd',
    'typescript: onEnd?(entries: Map<string, { a: number }>): void',
    'Called at the end, with `{`.',
    'L48 ### Options.last',
    'typescript: last: { inner: string }',
    'The last one.',
    'L52 ## make',
    'typescript: const make = async <T,>(value: T, options: Options = {}): Promise<Queue<T>> =>',
    'Makes a queue.',
  ]);
});

test('a CommonJS file shows all that it documents', () => {
  const program = `'use strict';
/** Adds. */
function add(a, b) { return a + b }
/** Multiplies. */
exports.multiply = function (a, b) { return a * b }
`;
  expect(read('lib/math.js', program)).toEqual([
    'L3 ## add',
    'javascript: function add(a, b)',
    'Adds.',
    'L5 ## multiply',
    'javascript: exports.multiply',
    'Multiplies.',
  ]);
});

test('a Python module gives its docstrings, without names that begin with an underscore', () => {
  const program = `#!/usr/bin/env python3
"""Queues with priorities.

Make one with :func:\`make\`::

    queue = make()
"""
LIMIT = 100
"""The longest queue."""


class Queue(Base[int]):
    r"""A queue.

    :param size: the size
    """

    @property
    def size(
        self,
        x: "dict[str, int]" = {"a": 1},  # {
    ) -> int:
        '''The number of entries.'''
        def inner():
            """Inside a function."""

    def _grow(self):
        """Private."""

    async def push(self, value, *, priority=1): """Add \`\`value\`\`."""

class _Inner:
    def x(self):
        """Of a private class."""

if True:
    def make(**options):
        """Make a queue."""
x = "no " "docstring"
`;
  expect(read('queues/__init__.py', program)).toEqual([
    'Queues with priorities.',
    'Make one with `make`:',
    'python: queue = make()',
    'L8 ## LIMIT',
    'python: LIMIT = 100',
    'The longest queue.',
    'L12 ## Queue',
    'python: class Queue(Base[int])',
    'A queue.',
    '- `size`: the size',
    'L19 ### Queue.size',
    'python: def size(self, x: "dict[str, int]" = {"a": 1}) -> int',
    'The number of entries.',
    'L30 ### Queue.push',
    'python: async def push(self, value, *, priority=1)',
    'Add `value`.',
    'L37 ## make',
    'python: def make(**options)',
    'Make a queue.',
  ]);
  expect(readDocComments(program, 'queues/__init__.py').title).toBe('queues/__init__.py');
});

test('a Rust module gives what is public, with its own documentation and hidden lines removed from programs', () => {
  const program = `//! Queues with priorities.
//!
//! \`\`\`
//! # use queue::Queue;
//! let queue = Queue::new();
//! \`\`\`
use std::fmt;

/// A queue of \`T\`.
///
/// # Panics
///
/// Never.
#[derive(Debug, Clone)]
pub struct Queue<T: Ord + 'static> {
    /// The capacity.
    pub capacity: HashMap<String, Vec<T>>,
    /// Private.
    entries: Vec<T>,
}

impl<T: Ord> Queue<T> {
    /// Makes a queue.
    pub const fn new() -> Self { let c = '{'; let s = r#"}"}"#; Self { capacity: 0 } }
    /** Adds \`value\`. */
    pub fn push<'a>(&'a mut self, value: T) -> usize
    where
        T: Clone,
    { 0 }
    /// For the crate.
    pub(crate) fn shrink(&mut self) {}
}

/// Errors.
pub enum Error {
    /// It is full.
    Full,
}
/// Private.
struct Inner;
impl Inner {
    /// Of a private type.
    pub fn run() {}
}
/// Hidden.
#[doc(hidden)]
pub fn hidden() {}
/// Builds one.
#[macro_export]
macro_rules! queue { ($($x:expr),*) => { } }
`;
  expect(read('src/lib.rs', program)).toEqual([
    'Queues with priorities.',
    'rust: let queue = Queue::new();',
    'L15 ## Queue',
    "rust: pub struct Queue<T: Ord + 'static>",
    'A queue of `T`.',
    'L15 ### Panics',
    'Never.',
    'L17 ### Queue::capacity',
    'rust: pub capacity: HashMap<String, Vec<T>>',
    'The capacity.',
    'L24 ## Queue::new',
    'rust: pub const fn new() -> Self',
    'Makes a queue.',
    'L26 ## Queue::push',
    "rust: pub fn push<'a>(&'a mut self, value: T) -> usize where T: Clone",
    'Adds `value`.',
    'L35 ## Error',
    'rust: pub enum Error',
    'Errors.',
    'L37 ### Error::Full',
    'rust: Full',
    'It is full.',
    'L50 ## queue!',
    'rust: macro_rules! queue',
    'Builds one.',
  ]);
});

test('a Go package gives the comments directly before what it exports', () => {
  const program = `// Copyright The Authors.

// Package queue has queues.
//
// Make one:
//
//	q := queue.New()
package queue

import "fmt"

// The kinds of order.
const (
	// First comes first.
	First Order = iota
	Last // not a doc comment
	// Not exported.
	hidden
)

// Queue holds entries.
type Queue[T any] struct {
	// Size is the number of entries.
	Size int
	entries []T // private
}

// Push adds an entry.
func (q *Queue[T]) Push(value T, f func(x interface{}) error) (n int, err error) {
	s := \`}\` + "}" + '}'
}

// Not exported.
func (q *Queue[T]) grow() {}

// Not directly before.

func New() *Queue[int] { return nil }

// Any makes anything.
func Any() interface{} {
	return nil
}
`;
  expect(read('queue.go', program)).toEqual([
    'Package queue has queues.',
    'Make one:',
    'go: q := queue.New()',
    'L13 ## Constants',
    'The kinds of order.',
    'L15 ### First',
    'go: First Order = iota',
    'First comes first.',
    'L22 ## Queue',
    'go: type Queue[T any] struct',
    'Queue holds entries.',
    'L24 ### Queue.Size',
    'go: Size int',
    'Size is the number of entries.',
    'L29 ## Queue.Push',
    'go: func (q *Queue[T]) Push(value T, f func(x interface{}) error) (n int, err error)',
    'Push adds an entry.',
    'L41 ## Any',
    'go: func Any() interface{}',
    'Any makes anything.',
  ]);
});

test('a C header gives functions, types with members, and macros', () => {
  const program = `/**
 * @file
 * @brief Queues with priorities.
 */
#ifndef QUEUE_H
#define QUEUE_H
#ifdef __cplusplus
extern "C" {
#endif

/** The larger one. */
#define QUEUE_MAX(a, b) ((a) > (b) ? (a) : (b))

/** @brief How to order. */
typedef enum {
    QUEUE_FIRST, /**< The first comes first. */
    QUEUE_LAST   ///< The last comes first.
} queue_order;

/// A queue.
typedef struct queue {
    /** The number of entries. */
    size_t size;
    void (*free)(void *); /**< Frees an entry. */
} queue_t;

/**
 * Adds an entry.
 * @param[in] queue the queue
 * @param value what to add; see \\ref queue_pop
 * @return the new size
 * @retval -1 if it is full
 * @code{.c}
 * queue_push(q, "}");
 * @endcode
 */
QUEUE_API(int) queue_push(queue_t *queue, const void *value);
#ifdef __cplusplus
}
#endif
#endif
`;
  expect(read('queue.h', program)).toEqual([
    'Queues with priorities.',
    'L12 ## QUEUE_MAX',
    'c: #define QUEUE_MAX(a, b) ((a) > (b) ? (a) : (b))',
    'The larger one.',
    'L15 ## queue_order',
    'c: typedef enum queue_order',
    'How to order.',
    'L16 ### queue_order::QUEUE_FIRST',
    'c: QUEUE_FIRST',
    'The first comes first.',
    'L17 ### queue_order::QUEUE_LAST',
    'c: QUEUE_LAST',
    'The last comes first.',
    'L21 ## queue_t',
    'c: typedef struct queue queue_t',
    'A queue.',
    'L23 ### queue_t::size',
    'c: size_t size',
    'The number of entries.',
    'L24 ### queue_t::free',
    'c: void (*free)(void *)',
    'Frees an entry.',
    'L37 ## queue_push',
    'c: QUEUE_API(int) queue_push(queue_t *queue, const void *value)',
    'Adds an entry.',
    '- `queue`: the queue\n- `value`: what to add; see `queue_pop`',
    'Returns: the new size',
    '- `-1`: if it is full',
    'c: queue_push(q, "}");',
  ]);
});

test('a C++ file gives classes without private members, even after braces that conditions leave open', () => {
  const program = `namespace q {
/// For this file.
static int helper(int x) {
#ifdef A
  if (x) {
#else
  if (!x) {
#endif
    return 'a' + 1'000;
  }
}
/**
 * A queue.
 * \\tparam T what it holds
 */
template <typename T, class A = std::allocator<T>>
class Queue final : public Base<T> {
  /// Private.
  int hidden;
public:
  /// Makes one.
  explicit Queue(int size) : size_(size), b{1} {}
  /// Compares.
  bool operator==(const Queue& other) const noexcept;
  Queue() = default; ///< The default one.
private:
  /// Private.
  int size_ = 0;
};
const char* text = R"x(})" )x";
namespace {
/// In a namespace without a name.
int inside();
}
}
/// Runs.
int q::Queue<int>::run(int a)
{
  return a;
}
`;
  expect(read('queue.cpp', program)).toEqual([
    'L16 ## q::Queue',
    'cpp: template <typename T, class A = std::allocator<T>> class Queue final : public Base<T>',
    'A queue.',
    '- `T`: what it holds',
    'L22 ### q::Queue::Queue',
    'cpp: explicit Queue(int size)',
    'Makes one.',
    'L24 ### q::Queue::operator==',
    'cpp: bool operator==(const Queue& other) const noexcept',
    'Compares.',
    'L25 ### q::Queue::Queue',
    'cpp: Queue() = default',
    'The default one.',
    'L37 ## q::Queue::run',
    'cpp: int q::Queue<int>::run(int a)',
    'Runs.',
  ]);
});

test.each(['a.ts', 'a.js', 'a.py', 'a.rs', 'a.go', 'a.c', 'a.hpp'])(
  '%s without doc comments is an empty page',
  (file) => {
    expect(readDocComments('// A note.\nint x = 1;\n', file)).toEqual({ title: '', location: file, blocks: [] });
    expect(readDocComments('', file).blocks).toEqual([]);
  },
);

const parts = [
  ...[
    '/**',
    '*/',
    '/*!',
    '///',
    '//!',
    '//',
    '/*',
    '#',
    '#[',
    '"""',
    "'",
    '"',
    '`',
    '${',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
  ],
  ...[
    ';',
    ',',
    ':',
    '=',
    '=>',
    '/',
    '\\',
    '\n',
    ' ',
    '\t',
    'x',
    '@param {',
    '@example',
    '{@link ',
    '@code',
    '```',
    'R"(',
    'r#"',
  ],
  ...[
    'export class A',
    'interface',
    'impl A for',
    'pub fn',
    'func (a *B) C',
    'typedef struct',
    'namespace',
    'operator',
    'def f',
    'class C:',
  ],
];
const endings = ['ts', 'js', 'py', 'rs', 'go', 'c', 'cpp'];

test('any text is read without an error', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 60 }),
      fc.constantFrom(...endings),
      (signs, ending) => {
        for (const text of [signs.join(''), signs.join(' '), signs.join('\n')])
          expect(Array.isArray(readDocComments(text, `a.${ending}`).blocks)).toBe(true);
      },
    ),
  );
});

test.each(endings)('the time of a hostile .%s file is linear in its length', (ending) => {
  const units = [
    ...parts,
    '/** a */ x;\n',
    '/** a */\nclass A {\n',
    '/** a */ {',
    '/// a\nx(',
    '@a,\n',
    '()',
    'operator ',
    'a/**/:',
    '((*',
    '"a"',
  ];
  const cpuOf = (text: string) => {
    const start = process.cpuUsage();
    readDocComments(text, `a.${ending}`);
    return process.cpuUsage(start).user / 1_000;
  };
  for (const unit of units) {
    const length = 100_000;
    const spentMs = cpuOf(unit.repeat(length / unit.length));
    // A quadratic time of 100,000 characters is at least 10 s.
    expect(spentMs, JSON.stringify(unit)).toBeLessThan(1_500);
  }
});
