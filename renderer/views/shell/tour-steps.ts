/** The steps of the first tour through the window. */

import type { Side } from '../../components/text/place-mark.ts';
import type { PaneName } from '../../store/state/window.ts';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** The pane to show in a window that shows one pane at a time. */
  readonly pane: PaneName;
  /** Selectors for the element to point at; the first match counts. */
  readonly anchors: readonly string[];
  readonly side: Side;
  /** Only applies to the page of a prompt. */
  readonly needsPrompt?: true;
}

/** Replaces a step while no prompt is open. */
export const chooseFirst: Pick<TourStep, 'text' | 'anchors' | 'side'> = {
  text: 'Choose one of your prompts in the list to continue the tour.',
  anchors: ['[data-pane=list]', 'main'],
  side: 'right',
};

/** Edit, preview, connect. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Write the prompt',
    text: 'This is one of your prompts. Edit its text: a name between `backticks` is a slot that an argument fills. Every change is saved as you type, in a plain YAML file.',
    pane: 'editor',
    anchors: ['main .cm-editor', 'main textarea', 'main'],
    side: 'right',
    needsPrompt: true,
  },
  {
    title: 'See what a client gets',
    text: 'Fill in the arguments. The preview queries the real MCP server as you type and shows what Claude Code receives. Each argument keeps its colour.',
    pane: 'preview',
    anchors: ['[data-pane=preview]'],
    side: 'left',
    needsPrompt: true,
  },
  {
    title: 'Connect a client application',
    text: 'Choose Claude Code or another application, check the exact change to its settings, and connect. Your prompts become slash commands that follow every edit.',
    pane: 'editor',
    anchors: ['[data-tour=connect]'],
    side: 'bottom',
  },
];
