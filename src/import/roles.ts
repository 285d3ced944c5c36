/** Maps the roles of other programs to those of MCP. */
import { changeNote, type TransferNote } from '../model/transfer.ts';

/** `system` and other roles become `user`, with one note for each role. */
export function roleOf(text: string, notes: TransferNote[]): 'user' | 'assistant' {
  const role = text.toLowerCase();
  if (role === 'assistant' || role === 'model' || role === 'ai') return 'assistant';
  if (role !== 'user' && role !== 'human') {
    const message = `The ${role} message is now a user message: MCP prompts have only the roles user and assistant.`;
    if (!notes.some((note) => note.message === message)) notes.push(changeNote(message));
  }
  return 'user';
}
