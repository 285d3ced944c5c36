import { Text } from '../../components/layout/primitives.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { SourceSummary } from '../../store/state/searches.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { findSource } from '../../store/workspace/sources.ts';
import facts from '../server/ReadOnly.module.css';
import { DocumentationFields } from './DocumentationFields.tsx';
import { JudgedQueries } from './JudgedQueries.tsx';
import { McpFields } from './McpFields.tsx';
import { SourceFacts } from './SourceFacts.tsx';
import { SourceStateView } from './SourceStateView.tsx';
import { strings } from './strings.ts';
import { WolframAlphaFields } from './WolframAlphaFields.tsx';

const selectOpen = (state: WorkbenchState) =>
  state.selection?.kind === 'source' ? findSource(state, state.selection.source) : undefined;

/** One source: its settings, its state and its search quality. */
export default function SourcePage() {
  const source = useWorkbench(selectOpen);
  if (!source) return <EmptyState title="Source not found">{strings.sourceNotFound}</EmptyState>;
  if (source.builtin) return <BuiltinSource source={source} />;
  return (
    <>
      <SourceFacts />
      <Fields type={source.type} />
      <SourceStateView source={source} />
      <JudgedQueries source={source} />
    </>
  );
}

function Fields({ type }: Pick<SourceSummary, 'type'>) {
  switch (type) {
    case 'Documentation':
      return <DocumentationFields />;
    case 'WolframAlpha':
      return <WolframAlphaFields />;
    case 'MCP':
      return <McpFields />;
  }
}

function BuiltinSource({ source }: { source: SourceSummary }) {
  return (
    <div className={facts.body}>
      <div>
        <Text tone="accent" size="s" weight="medium">{`Built-in source · ${source.type}`}</Text>
        <h2 className={facts.name}>{source.title ?? source.name}</h2>
        {source.description && <p className={facts.description}>{source.description}</p>}
      </div>
      <p className={facts.faint}>{strings.builtinSource(source.name)}</p>
      <SourceStateView source={source} />
      <JudgedQueries source={source} />
    </div>
  );
}
