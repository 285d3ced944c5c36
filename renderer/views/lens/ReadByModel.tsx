import { Image, Paperclip } from 'lucide-react';
import type { LensLook } from '../../../src/contract/contract.ts';
import styles from './ReadByModel.module.css';

type Piece = NonNullable<LensLook['read']>[number];

interface ReadByModelProps {
  readonly pieces: readonly Piece[];
  /** Of the client application. */
  readonly name: string;
}

/** What the model is given in the end, piece by piece. Drawn as text, whatever it holds. */
export function ReadByModel({ pieces, name }: ReadByModelProps) {
  if (pieces.length === 0) return <p className={styles.none}>Nothing.</p>;
  return (
    <ol aria-label={`What the model of ${name} reads`} className={styles.pieces}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its place.
        <li key={index} className={styles.piece}>
          {piece.role === 'assistant' && <span className={styles.role}>Assistant</span>}
          <Content piece={piece} />
        </li>
      ))}
    </ol>
  );
}

function Content({ piece: { kind, text } }: { piece: Piece }) {
  switch (kind) {
    case 'text':
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
      return <pre tabIndex={0}>{text}</pre>;
    case 'image':
      return (
        <p className={styles.attached}>
          <Image size={14} /> The image itself ({text})
        </p>
      );
    case 'file':
      return (
        <p className={styles.attached}>
          <Paperclip size={14} /> Attached: {text}
        </p>
      );
  }
}
