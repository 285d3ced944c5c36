import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inBackground } from '../../in-background.ts';
import { IconButton } from './Button.tsx';
import styles from './CopyButton.module.css';

interface CopyButtonProps {
  /** What is copied, for the accessible name: "Copy the address". */
  readonly label: string;
  /** A long text is better made when it is asked for. */
  readonly text: string | (() => string | Promise<string>);
}

/** How long the button says how it went, in milliseconds. */
const shown = { copied: 1500, refused: 6000 };

export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof shown>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shown[outcome]);
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
