import type { LogLevel } from '../../../mcp/server/services.ts';
import { logToStderr } from '../../log.ts';

/** @param fields more about the message, for the form `json` */
export type TeamLog = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** The log of a team server: a JSON object for each line of stderr, as collectors of logs read them, or plain text. */
export function teamLog(form: 'json' | 'text'): TeamLog {
  if (form === 'text') return (level, message) => logToStderr(`${level}: ${message}`);
  return (level, message, fields) =>
    logToStderr(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}
