/** Names and icons of the kinds of blocks. */

import { AudioLines, FileText, Image, Link, Pilcrow, Search, Shapes } from 'lucide-react';
import type { BlockKind, BlockType } from '../../../store/content/blocks.ts';

/** In the order of the menu. */
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
