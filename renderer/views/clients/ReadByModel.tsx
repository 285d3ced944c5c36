import { Image, Paperclip } from 'lucide-react';
import type { Simulation } from '../../../src/contract/contract.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import styles from './ReadByModel.module.css';

type Piece = NonNullable<Simulation['read']>[number];

interface ReadByModelProps {
  readonly pieces: readonly Piece[];
  /** Of the client application. */
  readonly name: string;
}

/** What the model reads, piece by piece, always as plain text. */
export function ReadByModel({ pieces, name }: ReadByModelProps) {
  if (pieces.length === 0)
    return (
      <Text tone="faint" size="s">
        Nothing.
      </Text>
    );
  return (
    <ol aria-label={`What the model of ${name} reads`} className={styles.pieces}>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no ids.
        <li key={index} className={styles.piece}>
          {piece.role === 'assistant' && (
            <Text as="span" tone="accent" size="xs" weight="bold">
              Assistant
            </Text>
          )}
          <Content piece={piece} />
        </li>
      ))}
    </ol>
  );
}

function Content({ piece: { kind, text } }: { piece: Piece }) {
  switch (kind) {
    case 'text':
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable text must be reachable with the keyboard.
      return <pre tabIndex={0}>{text}</pre>;
    case 'image':
      return (
        <Row as="p" align="center" gap="6px" tone="soft" size="s" breaks>
          <Image size={14} /> Image ({text})
        </Row>
      );
    case 'file':
      return (
        <Row as="p" align="center" gap="6px" tone="soft" size="s" breaks>
          <Paperclip size={14} /> Attached: {text}
        </Row>
      );
  }
}
