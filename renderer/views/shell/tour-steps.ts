/** The steps of the first walk through the window. */
import type { Side } from '../../components/text/place-mark.ts';
import type { PaneName } from '../../store/shell.ts';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The pane that is shown for it, in a window that shows one at a time. */
  readonly pane: PaneName;
  /** What the mark points at: the first that is there. */
  readonly anchors: readonly string[];
  readonly side: Side;
  /** Says nothing of a page that is no prompt's. */
  readonly needsPrompt?: true;
}

/** Stands in for a step while something else than a prompt is looked at. */
export const chooseFirst: Pick<TourStep, 'text' | 'anchors' | 'side'> = {
  text: 'Choose one of your prompts in the list, and the walk goes on with it.',
  anchors: ['[data-pane=list]', 'main'],
  side: 'right',
};

/** Edit, preview, connect: the way of a prompt through the window. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Write the prompt',
    text: 'This is one of your prompts. Change its text: a name between `backticks` is a slot, and an argument fills it. Everything is saved as you type, into a plain YAML file.',
    pane: 'editor',
    anchors: ['main .cm-editor', 'main textarea', 'main'],
    side: 'right',
    needsPrompt: true,
  },
  {
    title: 'See what a client gets',
    text: 'Give its arguments values, and the preview asks the real MCP server at every key. What you see here is what Claude Code receives; each argument keeps its colour.',
    pane: 'preview',
    anchors: ['[data-pane=preview]'],
    side: 'left',
    needsPrompt: true,
  },
  {
    title: 'Connect a client application',
    text: 'Choose Claude Code or another one, look at the exact change to its settings, and write it. Your prompts are slash commands there, up to date as you edit.',
    pane: 'editor',
    anchors: ['[data-tour=connect]'],
    side: 'bottom',
  },
];
