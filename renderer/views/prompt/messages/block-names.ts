/** How the kinds of blocks are called and drawn. */
import { AudioLines, FileText, Image, Link, Pilcrow, Search, Shapes } from 'lucide-react';
import type { BlockKind, BlockType } from '../../../store/content/blocks.ts';

/** How each kind of block is called and drawn, in the order of the menu. */
export const blockNames: Readonly<Record<BlockKind, { readonly name: string; readonly Icon: typeof Image }>> = {
  text: { name: 'Text', Icon: Pilcrow },
  image: { name: 'Image', Icon: Image },
  audio: { name: 'Audio', Icon: AudioLines },
  resource: { name: 'Embedded resource', Icon: FileText },
  resource_link: { name: 'Link to a resource', Icon: Link },
  search: { name: 'Search results', Icon: Search },
  unknown: { name: 'Unknown block', Icon: Shapes },
};

export const blockTypes: readonly BlockType[] = ['text', 'image', 'audio', 'resource', 'resource_link', 'search'];
