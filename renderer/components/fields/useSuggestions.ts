import { type KeyboardEvent, useId, useState } from 'react';

interface Suggestions {
  /** For `SuggestionList`. */
  readonly list: {
    readonly id: string;
    readonly items: readonly string[];
    /** The index of the active suggestion; -1 while the field itself is active. */
    readonly activeIndex: number;
    readonly onChoose: (suggestion: string) => void;
    readonly onClose: () => void;
  };
  /** Makes the field active: its text has changed. */
  typed(): void;
  /** Hides the list. */
  close(): void;
  /** Handles a key of the field, and returns whether the list used it. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** For the input or the text area itself. */
  readonly aria: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
  };
}

/** The suggestions of a text field that keeps the focus. They are shown while there are items. */
export function useSuggestions(
  items: readonly string[],
  onChoose: (suggestion: string) => void,
  /** Hides the items. */
  onClose: () => void,
): Suggestions {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const isOpen = items.length > 0;
  const leaveSuggestions = () => setActive(-1);
  const close = () => {
    onClose();
    setActive(-1);
  };
  const choose = (suggestion: string) => {
    onChoose(suggestion);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const suggestion = items[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The arrow keys cycle through the suggestions and the field itself (-1).
    if (step !== undefined) setActive(((active + 1 + step + items.length + 1) % (items.length + 1)) - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && suggestion !== undefined && !event.metaKey && !event.ctrlKey) choose(suggestion);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    list: { id: listId, items, activeIndex: active, onChoose: choose, onClose: close },
    typed: leaveSuggestions,
    close,
    onKeyDown,
    aria: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': items[active] === undefined ? undefined : `${listId}${active}`,
    },
  };
}
