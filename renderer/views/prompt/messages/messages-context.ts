import { createContext, useContext } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import type { MessageActions } from './useMessageActions.ts';

/** State that the messages of one prompt share. */
export interface MessagesValue extends MessageActions {
  /** The path of the list of messages. */
  readonly at: KeyPath;
  readonly count: number;
}

export const MessagesContext = createContext<MessagesValue | undefined>(undefined);

export function useMessages(): MessagesValue {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('Render messages inside MessagesEditor.');
  return messages;
}
