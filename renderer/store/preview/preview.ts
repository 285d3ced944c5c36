/** The preview: its request, its argument values, and the newest answer. */
import { NotAllowedError } from '../../../src/base/errors.ts';
import { isSameData } from '../../../src/base/json.ts';
import type { Output, ServerAnswer } from '../../../src/contract/contract.ts';
import type { Revision } from '../../../src/model/revisions.ts';
import { inBackground } from '../../in-background.ts';
import { exampleValues } from '../arguments/example-values.ts';
import { type ContentKind, contentKind } from '../content/content.ts';
import { type StoreContext, sentence } from '../context.ts';
import { isObject, type Json } from '../definition/json.ts';
import {
  promptId,
  samePlace,
  selectMissing,
  selectPreviewed,
  selectValues,
  sharedPromptIds,
  valueIn,
} from '../selectors.ts';
import type { AnswerFormat, Settings } from '../settings.ts';
import type { WorkbenchState } from '../state.ts';
import { isSameAnswer, lastGoodResult, readResult } from './preview-result.ts';

export interface PreviewActions {
  /** Requests the selected prompt from the real server with the values of the form. The latest request wins. */
  refreshPreview(): Promise<void>;
  /** As `refreshPreview`, unless the newest request asked the same. */
  refreshOtherPreview(): Promise<void>;
  /** Clears the answer after another prompt was selected. */
  resetPreview(): void;
  setValue(argument: string, value: string): void;
  /** Fills the form from a sample. */
  fillValues(values: Readonly<Record<string, string>>): void;
  /** Fills every empty field with a plausible value. */
  fillExamples(): Promise<void>;
  /** Requests completions for an argument; empty if the server has none or fails. */
  completeValue(argument: string, value: string): Promise<readonly string[]>;
  /** Sets the protocol revision; undefined lets client and server negotiate. */
  setPreviewRevision(revision: Revision | undefined): void;
  setAnswerFormat(look: AnswerFormat): void;
  /** The first answers that a new client of a server gets. @throws the core's error */
  describeServer(server: string): Promise<readonly ServerAnswer[]>;
}

/** The preview settings of the last window. */
export function rememberedPreview(settings: Settings): Pick<WorkbenchState, 'previewRevision' | 'answerFormat'> {
  const { revision, look } = settings.read().preview;
  return { previewRevision: revision, answerFormat: look };
}

/** Delay between the last key in the argument form and the request. */
const debounceMs = 5;
/** After this time the preview shows that a request is pending: remote sources are slow. */
const slowAfterMs = 400;

/** A preview's question and its answer. */
export interface AnsweredPreview {
  readonly question: PreviewTarget;
  readonly preview: Output<'prompt.preview'>;
}

/** The preview's part in saving an edit, which is not an action. */
interface WithEdits {
  /** The question that the next edit carries; undefined if its answer could take long and delay the edits after it. */
  questionWithEdit(): PreviewTarget | undefined;
  /** Shows the answer that came with an edit, or requests another one if the question is outdated. */
  showAnswered(answeredPreview: AnsweredPreview): Promise<void>;
}

export function createPreviewActions({
  host,
  settings,
  get,
  set,
  subscribe,
}: StoreContext): PreviewActions & WithEdits {
  let newestRequest = 0;
  /** Answers to requests up to this number are outdated. */
  let newestAnswer = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the newest request asks. */
  let newestTarget: PreviewTarget | undefined;
  /** The kind of content of the last good answer. */
  let goodKind: ContentKind | undefined;

  async function requestPreview(knownAnswer?: AnsweredPreview): Promise<void> {
    clearTimeout(timer);
    const number = ++newestRequest;
    const target = previewTarget(get());
    newestTarget = target;
    if (!target) {
      newestAnswer = number;
      return set({ preview: { status: 'none' }, isPreviewSlow: false });
    }
    const kind = savedKind(get());
    const answer =
      knownAnswer && isSameData(knownAnswer.question, target)
        ? ({ kind: 'answer', preview: knownAnswer.preview } as const)
        : await ask(number, target);
    // During typing every answer is shown in turn, even while a newer request is pending.
    if (number <= newestAnswer) return;
    newestAnswer = number;
    if (number === newestRequest && get().isPreviewSlow) set({ isPreviewSlow: false });
    const lastGood = isOtherKind(get()) ? undefined : lastGoodResult(get().preview);
    if (answer.kind === 'failure') {
      set({ preview: { status: 'unavailable', message: answer.message, lastGood } });
    } else if (answer.preview.kind === 'error') {
      const { preview: formerPreview } = get();
      const draft = formerPreview.status === 'error' ? formerPreview.draft : undefined;
      set({ preview: { status: 'error', error: answer.preview, lastGood, ...(draft && { draft }) } });
      await readDraft(number, target);
    } else {
      const result = readResult(answer.preview);
      goodKind = kind;
      if (!lastGood || get().preview.status !== 'result' || !isSameAnswer(lastGood, result)) {
        set({ preview: { status: 'result', result } });
      }
    }
  }

  async function ask(number: number, target: PreviewTarget) {
    const slowTimer = setTimeout(() => number > newestAnswer && set({ isPreviewSlow: true }), slowAfterMs);
    const answer = await host.call('prompt.preview', target).then(
      (preview) => ({ kind: 'answer', preview }) as const,
      (error: unknown) => ({ kind: 'failure', message: sentence(error) }) as const,
    );
    clearTimeout(slowTimer);
    return answer;
  }

  /** While required values are missing, reads the answer for empty ones: it shows where they belong. */
  async function readDraft(number: number, target: PreviewTarget): Promise<void> {
    const missingNames = selectMissing(get());
    const draft = missingNames.length > 0 && isTemplate(get()) ? await answerFor(target, missingNames) : undefined;
    const { preview } = get();
    if (number !== newestAnswer || preview.status !== 'error') return;
    const { draft: _, ...error } = preview;
    set({ preview: draft?.kind === 'result' ? { ...error, draft: readResult(draft) } : error });
  }

  /** Whether the last good answer is of another kind of content. */
  function isOtherKind(state: WorkbenchState): boolean {
    const kind = savedKind(state);
    return kind !== undefined && goodKind !== undefined && kind !== goodKind;
  }

  // An answer may arrive before the definition, opened or repaired, which says what the content is.
  subscribe((state, before) => {
    if (state.definition === before.definition) return;
    // Another program may have changed the name, which the request has from the definition before it was read again.
    if (isSamePage(state, before) && newestTarget && newestTarget.prompt !== previewTarget(state)?.prompt)
      inBackground(requestPreview());
    // The answer of a new prompt may come before its text.
    if (goodKind === undefined && state.preview.status === 'result' && before.definition.status !== 'open')
      goodKind = savedKind(state);
    if (state.preview.status !== 'error') return;
    if (state.preview.lastGood && isOtherKind(state)) set({ preview: { ...state.preview, lastGood: undefined } });
    const target = isTemplate(state) && !isTemplate(before) ? previewTarget(state) : undefined;
    if (target) inBackground(readDraft(newestAnswer, target));
  });

  function answerFor(target: PreviewTarget, missingNames: readonly string[]) {
    const emptyValues = Object.fromEntries(missingNames.map((name) => [name, '']));
    const question = { ...target, arguments: { ...target.arguments, ...emptyValues } };
    return host.call('prompt.preview', question).catch(() => undefined);
  }

  function remember(values: Readonly<Record<string, string>>): void {
    const state = get();
    const ids = sharedPromptIds(state);
    if (ids.length === 0 || state.workspace.status !== 'ready') return;
    const newValues = Object.fromEntries(ids.map((id) => [id, values]));
    set({ values: { ...state.values, ...newValues } });
    const { values: storedValues } = settings.read();
    const { dir } = state.workspace.view;
    // Another window may have stored values of other prompts.
    settings.change({ values: { ...storedValues, [dir]: { ...storedValues[dir], ...newValues } } });
    clearTimeout(timer);
    timer = setTimeout(() => inBackground(refreshPreview()), debounceMs);
  }

  async function completeValue(argument: string, value: string): Promise<readonly string[]> {
    const target = previewTarget(get());
    if (!target) return [];
    const { server, prompt, arguments: siblings } = target;
    const completion = host.call('prompt.complete', { server, prompt, argument, value, arguments: siblings });
    const id = promptId(get());
    const { values } = await completion.catch((error: unknown) => {
      const isShown = promptId(get()) === id;
      if (isShown && error instanceof NotAllowedError) set({ completionNeeds: { argument, needs: error.needs } });
      return { values: [] };
    });
    return values;
  }

  async function fillExamples(): Promise<void> {
    const id = promptId(get());
    const allArguments = selectPreviewed(get())?.form.arguments ?? [];
    const emptyArguments = allArguments.filter(({ name }) => !selectValues(get())[name]);
    const suggestions = await Promise.all(
      emptyArguments.map(async ({ name }) => [name, (await completeValue(name, ''))[0] ?? '']),
    );
    const form = selectPreviewed(get())?.form;
    if (!form || promptId(get()) !== id) return;
    remember(exampleValues({ ...form, completions: Object.fromEntries(suggestions), values: selectValues(get()) }));
  }

  const refreshPreview = () => requestPreview();

  return {
    refreshPreview,
    async refreshOtherPreview() {
      if (!isSameData(newestTarget, previewTarget(get()))) await requestPreview();
    },
    questionWithEdit: () => (isTemplate(get()) ? previewTarget(get()) : undefined),
    showAnswered: requestPreview,
    completeValue,
    fillExamples,
    setPreviewRevision(revision) {
      newestAnswer = newestRequest;
      set({ previewRevision: revision });
      const { look } = settings.read().preview;
      settings.change({ preview: { look, ...(revision === undefined ? {} : { revision }) } });
      inBackground(refreshPreview());
    },
    describeServer: (server) => host.call('preview.describe', { server }),
    setAnswerFormat(look) {
      set({ answerFormat: look });
      settings.change({ preview: { ...settings.read().preview, look } });
    },
    resetPreview() {
      clearTimeout(timer);
      newestAnswer = newestRequest;
      set({
        completionNeeds: undefined,
        preview: previewTarget(get()) ? { status: 'waiting' } : { status: 'none' },
        isPreviewSlow: false,
      });
    },
    setValue: (argument, value) => remember({ ...selectValues(get()), [argument]: value }),
    fillValues: (values) => remember({ ...values }),
  };
}

export type PreviewTarget = NonNullable<ReturnType<typeof previewTarget>>;

/** Whether the content is only text and templates: a function or a search would run for nothing. */
function isTemplate(state: WorkbenchState): boolean {
  if (state.definition.status !== 'open') return false;
  const content = valueIn(state, [...state.definition.view.at, 'Content']);
  return content !== undefined && !hasSlowKey(content);
}

const slowKey = /^(function|search|sources|wolframlanguage)$/i;

/** Whether both have the same definition open. */
function isSamePage({ definition }: WorkbenchState, { definition: before }: WorkbenchState): boolean {
  return definition.status === 'open' && before.status === 'open' && samePlace(definition.view, before.view);
}

/** Looks at keys only: a text may have 200 kB, and this runs for each one typed. */
function hasSlowKey(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasSlowKey);
  return isObject(value) && Object.entries(value).some(([key, item]) => slowKey.test(key) || hasSlowKey(item));
}

/** The kind of the saved content; undefined while it cannot be read. */
function savedKind(state: WorkbenchState): ContentKind | undefined {
  if (state.definition.status !== 'open' || !isObject(state.definition.view.value)) return undefined;
  return contentKind(valueIn({ ...state, drafts: {} }, [...state.definition.view.at, 'Content']));
}

/** The request of the preview. Uses the saved name, which the workspace list may not have yet. Omits empty fields. */
export function previewTarget(state: WorkbenchState) {
  const previewedPrompt = selectPreviewed(state);
  if (!previewedPrompt) return undefined;
  const { definition } = state;
  const typedName =
    definition.status === 'open' ? valueIn({ ...state, drafts: {} }, [...definition.view.at, 'Name']) : undefined;
  const filledValues = Object.entries(selectValues(state)).filter(
    ([name, value]) => value !== '' && previewedPrompt.form.arguments.some((argument) => argument.name === name),
  );
  return {
    server: previewedPrompt.server,
    prompt: typeof typedName === 'string' && typedName !== '' ? typedName : previewedPrompt.prompt.name,
    arguments: Object.fromEntries(filledValues),
    ...(state.previewRevision === undefined ? {} : { revision: state.previewRevision }),
  };
}
