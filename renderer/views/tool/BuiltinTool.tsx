import type { ToolSummary } from '../../../src/contract/contract.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import facts from '../server/ReadOnly.module.css';
import { strings } from './strings.ts';

/** A built-in tool: people can read it and try it. */
export function BuiltinTool({ tool }: { tool: ToolSummary }) {
  const { name, title, description, catalogueName, inputSchema } = tool;
  return (
    <div className={facts.body}>
      <div>
        <Text tone="accent" size="s" weight="medium">
          Built-in tool
        </Text>
        <h2 className={facts.name}>{title ?? name}</h2>
        {description && <p className={facts.description}>{description}</p>}
      </div>
      <p className={facts.faint}>{strings.replaceBuiltin(catalogueName ?? name)}</p>
      {inputSchema && (
        <Section title="Input">
          <JsonText label="Input schema" value={inputSchema} />
        </Section>
      )}
    </div>
  );
}
