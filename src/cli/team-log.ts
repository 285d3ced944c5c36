import type { LogLevel } from '../mcp/server/services.ts';
import { logToStderr } from './log.ts';

/** The log of a team server: a JSON object for each line of stderr, as collectors of logs read them, or plain text. */
export function teamLog(form: 'json' | 'text'): (level: LogLevel, message: string) => void {
  if (form === 'text') return (level, message) => logToStderr(`${level}: ${message}`);
  return (level, message) => logToStderr(JSON.stringify({ time: new Date().toISOString(), level, message }));
}
