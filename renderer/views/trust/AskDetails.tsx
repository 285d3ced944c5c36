import { exactCode } from '../../../src/base/text/visible-text.ts';
import { FramedText } from '../../components/text/FramedText.tsx';
import type { Ask } from '../../store/state/workspace.ts';
import styles from './AskDetails.module.css';
import { askLine } from './ask-words.ts';

/** The line that names an ask. Shows every character of a path, an address or a command. */
export function AskName({ ask }: { ask: Ask }) {
  return isLiteral(ask) ? <code className={styles.line}>{askLine(ask)}</code> : <span>{askLine(ask)}</span>;
}

/** Whether the line quotes a file instead of being a sentence. */
export function isLiteral({ kind }: Ask): boolean {
  return kind !== 'functions' && kind !== 'wolfram' && kind !== 'evaluator';
}

/** The whole code in a scrolling frame, with invisible characters shown. */
export function AskCode({ ask }: { ask: Ask }) {
  return ask.kind === 'wolfram' && <FramedText className={styles.code}>{exactCode(ask.code)}</FramedText>;
}
