import { useMemo, useState } from 'react';
import { commands } from '../../../../src/model/commands.ts';
import { Finder } from '../../../components/overlay/Finder.tsx';
import { fuzzyMatch } from '../../../components/overlay/fuzzy.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { isAvailable, runCommand } from './run-commands.ts';

/** All commands with their keys. */
export function CommandPalette() {
  const store = useWorkbenchStore();
  const [query, setQuery] = useState('');
  const items = useMemo(() => matchingCommands(query), [query]);
  const available = items.filter(({ id }) => isAvailable(id, store.state.getState()));
  return (
    <Finder
      label="All commands"
      placeholder="Type a command"
      query={query}
      onQuery={setQuery}
      items={available}
      onChoose={({ id }) => runCommand(id, store)}
      onClose={store.actions.closeOverlay}
      summary={available.length > 0 ? `${available.length} commands` : 'No matching commands.'}
    />
  );
}

function matchingCommands(query: string) {
  return commands
    .filter(({ id }) => id !== 'palette')
    .flatMap(({ id, title, group, keys }) => {
      const match = fuzzyMatch(title, query);
      if (!match) return [];
      return [{ id, title, aside: group, keys: keys[0], ranges: match.ranges, score: match.score }];
    })
    .sort((a, b) => b.score - a.score);
}
