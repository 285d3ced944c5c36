import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';

/** Longer than the pause of a double press. */
const armAfterMs = 500;

export interface CallQuestionState {
  readonly isOpen: boolean;
  /** Belongs on the button that the question takes the place of: it gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>;
  ask(): void;
  /** Runs the call after the question is closed. */
  close(call?: () => void): void;
}

export function useCallQuestion(): CallQuestionState {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    button,
    ask: () => setOpen(true),
    close: (call) => {
      flushSync(() => setOpen(false));
      button.current?.focus();
      call?.();
    },
  };
}

interface CallQuestionProps {
  readonly question: CallQuestionState;
  readonly title: string;
  readonly children?: ReactNode;
  readonly onCall: () => void;
}

/** Asks before a call that may delete data. It appears under the pointer, so a second press at once does not answer it. */
export function CallQuestion({ question, title, children, onCall }: CallQuestionProps) {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Notice
      tone="warning"
      title={title}
      actions={
        <>
          <Button autoFocus onPress={() => question.close()}>
            Cancel
          </Button>
          <Button variant="danger" isDisabled={!isArmed} onPress={() => question.close(onCall)}>
            Call it
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}
