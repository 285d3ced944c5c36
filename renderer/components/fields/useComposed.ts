/** Input method composition: the text stays in its field until the composition ends. */
import { type SyntheticEvent, useRef, useState } from 'react';

interface ComposedField {
  /** The text to show in the field. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** For the input or the text area itself. */
  readonly composition: {
    onCompositionStart(): void;
    onCompositionEnd(event: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void;
  };
}

/** Calls `onChange` only outside compositions, so that no partial text is saved, completed or run. */
export function useComposed(value: string, onChange: (text: string) => void): ComposedField {
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
