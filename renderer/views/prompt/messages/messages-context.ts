/** What the messages of one prompt share among each other. */
import { createContext, useContext } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import type { MessageActions } from './useMessageActions.ts';

/** What the messages of one prompt share. */
export interface MessagesValue extends MessageActions {
  /** Of the list of messages. */
  readonly at: KeyPath;
  readonly count: number;
}

export const MessagesContext = createContext<MessagesValue | undefined>(undefined);

export function useMessages(): MessagesValue {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('A message was rendered outside of its editor; put it into MessagesEditor.');
  return messages;
}
