import { parseArgs } from 'node:util';
import { UsageError } from './outcome.ts';

export interface ServeArguments {
  readonly server: string;
  readonly workspace?: string;
  readonly http: boolean;
  /** 0 asks for any free port. */
  readonly port?: number;
  /** The client application to adapt to. */
  readonly for?: string;
  /** The branch, tag or commit to serve instead of the folder. */
  readonly ref?: string;
}

/**
 * Parses the words after `serve`, without the command-line library that would slow down the start of a server.
 * @throws UsageError
 */
export function readServeArguments(argv: readonly string[]): ServeArguments {
  const { values, positionals } = parse(argv);
  const [server, surplus] = positionals;
  if (!server) throw new UsageError('Which server? Name one: prompt-workbench serve SERVER.');
  if (surplus !== undefined) throw new UsageError(`serve takes one server; "${surplus}" is one argument too many.`);
  const http = values.http ?? false;
  if (values.port !== undefined && !http) throw new UsageError('--port needs --http: stdio has no port.');
  return {
    server,
    http,
    ...(values.workspace === undefined ? {} : { workspace: values.workspace }),
    ...(values.port === undefined ? {} : { port: readPort(values.port) }),
    ...(values.for === undefined ? {} : { for: values.for }),
    ...(values.ref === undefined ? {} : { ref: values.ref }),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        http: { type: 'boolean' },
        port: { type: 'string' },
        for: { type: 'string' },
        ref: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(/\. |\.?\n/)[0]}; see prompt-workbench serve --help.`);
  }
}

/** A port number; 0 is any free one. @throws UsageError */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`"${text}" is not a port; give a number from 0 (any free one) to 65535.`);
  return port;
}
