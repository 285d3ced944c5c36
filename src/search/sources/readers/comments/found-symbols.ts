/** The documented declarations of one program, in order. */
import type { Declaration, Language } from './language.ts';
import { type DocumentedSymbol, oneLine } from './types.ts';

/** A declaration and the ones around it. */
export interface Node {
  name: string;
  readonly parent: Node | undefined;
  readonly declaration: Declaration;
  /** Whether it is public as seen from its top-level declaration. */
  readonly isVisible: boolean;
  isDocumented: boolean;
}

export interface FoundSymbol {
  readonly node: Node;
  readonly line: number;
  readonly depth: number;
  comment: string;
}

/** Declarations beyond this number are ignored. */
const maxSymbols = 20_000;

export class FoundSymbols {
  readonly #symbols: FoundSymbol[] = [];
  /** Names of declarations at the top that are not public. */
  readonly #hiddenNames = new Set<string>();

  get isEmpty(): boolean {
    return this.#symbols.length === 0;
  }

  /** @returns false beyond the limit */
  add(symbol: FoundSymbol): boolean {
    if (this.#symbols.length >= maxSymbols) return false;
    symbol.node.isDocumented = true;
    this.#symbols.push(symbol);
    return true;
  }

  /** Hides the extensions of a declaration that is not public. */
  hide(name: string): void {
    this.#hiddenNames.add(name);
  }

  /** The last entry of a declaration. */
  lastOf(node: Node): FoundSymbol | undefined {
    return this.#symbols.findLast((symbol) => symbol.node === node);
  }

  /** The public declarations. Call it at the end, because exports may come after the declarations. */
  publicSymbols(language: Language): DocumentedSymbol[] {
    return this.#symbols
      .filter(({ node }) => this.#isShown(node, language))
      .map(({ node, comment, line, depth }) => {
        const { signature: writtenSignature, isNamedAfter } = node.declaration;
        const signature = oneLine(isNamedAfter ? `${writtenSignature} ${node.name}` : writtenSignature);
        return { name: nameOf(node, language.separator), signature, comment, line, depth };
      });
  }

  #isShown(node: Node, language: Language): boolean {
    if (!node.isVisible) return false;
    let root = node;
    while (root.parent) root = root.parent;
    const { declaration, name } = root;
    if (declaration.isExtension) return !this.#hiddenNames.has(name);
    return declaration.isPublic || language.isExposed?.(name) === true;
  }
}

/** With the names of the declarations around it. */
function nameOf(node: Node, separator: string): string {
  const names: string[] = [];
  for (let index: Node | undefined = node; index; index = index.parent)
    if (index === node || !index.declaration.isGroup) names.unshift(index.name);
  return names.filter((name) => name !== '').join(separator);
}

/** The number of documented declarations around a declaration in `parent`. */
export function depthOf(parent: Node | undefined): number {
  let depth = 0;
  for (let index = parent; index; index = index.parent) if (index.isDocumented) depth++;
  return depth;
}
