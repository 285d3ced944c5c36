/** What is written with an input method: it stands in its field alone until it is composed. */
import { type SyntheticEvent, useRef, useState } from 'react';

interface Composed {
  /** What the field shows. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** For the input or the text area itself. */
  readonly composition: {
    onCompositionStart(): void;
    onCompositionEnd(event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  };
}

/** Calls `onChange` with whole words only: nothing is saved, offered or run while something is composed. */
export function useComposed(value: string, onChange: (text: string) => void): Composed {
  const [composing, setComposing] = useState<string>();
  const isComposing = useRef(false);
  return {
    value: composing ?? value,
    onChange(text) {
      if (isComposing.current) setComposing(text);
      else onChange(text);
    },
    composition: {
      onCompositionStart() {
        isComposing.current = true;
      },
      onCompositionEnd(event) {
        isComposing.current = false;
        setComposing(undefined);
        onChange(event.currentTarget.value);
      },
    },
  };
}
