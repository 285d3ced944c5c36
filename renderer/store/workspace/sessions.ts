/** The browser pages that are signed in to this workbench. */
import type { Session } from '../../host/session.ts';
import type { Sessions } from '../../host/sessions.ts';
import { type StoreContext, sentence } from '../context.ts';

export type { Session };

export interface SessionActions {
  refreshSessions(): Promise<void>;
  endSession(id: string): Promise<void>;
  endOtherSessions(): Promise<void>;
}

export function createSessionActions({ set }: StoreContext, sessions: Sessions | undefined): SessionActions {
  async function refresh(change: (sessions: Sessions) => Promise<void>): Promise<void> {
    if (!sessions) return;
    try {
      await change(sessions);
      set({ sessions: { status: 'ready', list: await sessions.list() } });
    } catch (error) {
      set({ sessions: { status: 'failed', message: sentence(error) } });
    }
  }
  return {
    refreshSessions: () => refresh(async () => undefined),
    endSession: (id) => refresh(({ end }) => end(id)),
    endOtherSessions: () => refresh(({ endOthers }) => endOthers()),
  };
}
