import { createContext, useContext } from 'react';
import type { KeyPath } from '../../../../src/model/definitions.ts';
import type { MessageActions } from './useMessageActions.ts';

/** What the messages of one prompt share. */
export interface Desk extends MessageActions {
  /** Of the list of messages. */
  readonly at: KeyPath;
  readonly count: number;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('A message was rendered outside of its editor; put it into MessagesEditor.');
  return desk;
}
