/** What a window remembers of inspected servers: never a secret. */
import type { InspectTarget, RememberedTarget } from '../state/inspect.ts';
import type { Inspection } from './inspector-state.ts';

export function rememberedTarget(target: InspectTarget): RememberedTarget {
  switch (target.kind) {
    case 'command':
      return { kind: 'command', command: target.command, variables: Object.keys(target.variables) };
    case 'url':
      return { kind: 'url', url: target.url, headers: Object.keys(target.headers) };
    case 'entry':
      return target;
  }
}

/** Arguments whose values look like secrets by their names. */
const secretName = /pass(word|phrase)?$|secret|token|api[-_ ]?key|credential|authorization/i;
/** Longer texts stay until the window closes. */
const maxLength = 20_000;

/** The typed values to store, by item and argument. */
export function keptValues({ typedTexts }: Pick<Inspection, 'typedTexts'>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(typedTexts).map(([item, values]) => [
      item,
      Object.fromEntries(
        Object.entries(values).filter(
          ([name, text]) => text !== '' && text.length <= maxLength && !secretName.test(name),
        ),
      ),
    ]),
  );
}

/** `NAME=value` or `Name: value`, one per line; a line without a separator has an empty value. */
export function readPairs(text: string, separator: '=' | ':'): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const at = line.indexOf(separator);
        return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
  );
}

/** What a server is called until it says its name: the script of a command, the host of an address. */
export function targetName(target: InspectTarget | RememberedTarget): string {
  switch (target.kind) {
    case 'command': {
      const words = target.command.trim().split(/\s+/);
      const script = words.find((word, index) => index > 0 && !word.startsWith('-')) ?? words[0] ?? 'Server';
      return script.split(/[\\/]/).at(-1)?.replace(/["']/g, '') || 'Server';
    }
    case 'url':
      return URL.canParse(target.url) ? new URL(target.url).host : target.url;
    case 'entry':
      return target.name;
  }
}
