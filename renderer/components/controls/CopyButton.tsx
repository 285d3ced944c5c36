import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inBackground } from '../../in-background.ts';
import { IconButton } from './Button.tsx';
import styles from './CopyButton.module.css';

interface CopyButtonProps {
  /** The accessible name: "Copy the address". */
  readonly label: string;
  /** A function builds a long text on demand. */
  readonly text: string | (() => string | Promise<string>);
}

/** How long the button shows each outcome. */
const shownMs = { copied: 1500, refused: 6000 };

export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof shownMs>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs[outcome]);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <span className={styles.copy}>
      <IconButton label={outcome === 'copied' ? 'Copied' : label} onPress={() => inBackground(copy())}>
        {outcome === 'copied' ? <Check size={14} /> : <Copy size={14} />}
      </IconButton>
      {outcome === 'refused' && (
        <span role="alert" className={styles.refused}>
          Couldn't copy: the clipboard isn't available. Select the text and copy it with the keyboard.
        </span>
      )}
    </span>
  );
}
