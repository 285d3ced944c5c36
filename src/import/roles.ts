/** Roles of other programs as the two that MCP has. */
import { changed, type TransferNote } from '../model/transfer.ts';

/** `system` and the like become a message of the user, which is told once. */
export function roleOf(written: string, notes: TransferNote[]): 'user' | 'assistant' {
  const role = written.toLowerCase();
  if (role === 'assistant' || role === 'model' || role === 'ai') return 'assistant';
  if (role !== 'user' && role !== 'human') {
    const message = `The ${role} message is now a user message: MCP prompts have only the roles user and assistant.`;
    if (!notes.some((note) => note.message === message)) notes.push(changed(message));
  }
  return 'user';
}
