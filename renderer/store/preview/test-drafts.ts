/** The open forms of tests: a half-written test stays until the person saves or cancels it, also after a reload. */
import type { StoreContext } from '../context.ts';
import { promptId, selectPreviewed, sharedPromptIds } from '../selectors.ts';
import { emptyClaim, ofSample, ownValues, sampleOf, type TestDraft } from '../state/test-draft.ts';
import type { WorkbenchState } from '../state.ts';
import type { TestActions } from './tests.ts';

/** Of the previewed prompt. */
export interface TestDraftActions {
  /** Opens the form of a new test. One that is open keeps its texts. @param sample the one that is chosen in it */
  addTest(sample: string | undefined): void;
  /** Opens the form of a test. One that is open keeps its texts. @throws */
  editTest(test: string): Promise<void>;
  /** Keeps what the person chooses and types in an open form. */
  keepTestDraft(draft: TestDraft): void;
  /** Closes a form. A notice offers to undo that if it has unsaved texts. @param test undefined for a new test */
  closeTestDraft(test: string | undefined): void;
  /** Opens the form that a notice reports as discarded. One that is open by now gets its other texts in addition. */
  reopenDiscardedTest(notice: number): void;
  /**
   * Closes a form and writes its test. If that fails, a notice says why, and the form is open again.
   * @param values those of the preview's form
   */
  saveTestDraft(draft: TestDraft, values: Readonly<Record<string, string>>): Promise<void>;
}

const noDrafts: readonly TestDraft[] = [];

/** The open forms of the previewed prompt's tests. */
export function selectTestDrafts(state: WorkbenchState): readonly TestDraft[] {
  return state.testDrafts[promptId(state) ?? ''] ?? noDrafts;
}

export function createTestDraftActions(
  { settings, get, set, notify }: StoreContext,
  { loadChecks }: Pick<TestActions, 'loadChecks'>,
): TestDraftActions {
  /** @param ids the keys of the prompt in every server that lists it: each shows its forms */
  function change(ids: readonly string[], test: string | undefined, draft: TestDraft | undefined): void {
    const { workspace, testDrafts } = get();
    if (workspace.status !== 'ready') return;
    const withDraft = (current: WorkbenchState['testDrafts']) => {
      const otherDrafts = Object.entries(current).filter(([id]) => !ids.includes(id));
      const rest = (current[ids[0] ?? ''] ?? []).filter(({ changes }) => changes?.test !== test);
      const drafts = draft ? [...rest, draft] : rest;
      return Object.fromEntries([...otherDrafts, ...(drafts.length > 0 ? ids.map((id) => [id, drafts] as const) : [])]);
    };
    set({ testDrafts: withDraft(testDrafts) });
    const { testDrafts: storedDrafts } = settings.read();
    const { dir } = workspace.view;
    settings.change({ testDrafts: { ...storedDrafts, [dir]: withDraft(storedDrafts[dir] ?? {}) } });
  }

  const find = (test: string | undefined) => selectTestDrafts(get()).find(({ changes }) => changes?.test === test);
  const keep = (draft: TestDraft, ids = sharedPromptIds(get())) => change(ids, draft.changes?.test, draft);
  const close = (test: string | undefined) => change(sharedPromptIds(get()), test, undefined);

  return {
    addTest(sample) {
      const claims = find(undefined)?.claims ?? [{ ...emptyClaim, key: 0 }];
      keep({ input: sample === undefined ? '' : ofSample(sample), claims });
    },
    async editTest(test) {
      const previewedPrompt = selectPreviewed(get());
      if (!previewedPrompt || find(test)) return;
      const ids = sharedPromptIds(get());
      const checks = await loadChecks();
      const { sample, claims, otherExpectations } = await checks.readTest(
        previewedPrompt.server,
        previewedPrompt.form.name,
        test,
      );
      const input = sample === undefined ? ownValues : ofSample(sample);
      const shownClaims = claims.length > 0 ? claims : [emptyClaim];
      keep(
        {
          changes: { test, input, claims, others: otherExpectations },
          input,
          claims: shownClaims.map((claim, key) => ({ ...claim, key })),
        },
        ids,
      );
    },
    keepTestDraft: (draft) => keep(draft),
    closeTestDraft(test) {
      const draft = find(test);
      const promptIds = sharedPromptIds(get());
      close(test);
      if (!draft || !hasUnsavedTexts(draft)) return;
      const form = test === undefined ? 'the new test' : `the changes to the test “${test}”`;
      notify(`Discarded ${form}.`, undefined, { discardedTest: { draft, promptIds } });
    },
    reopenDiscardedTest(id) {
      const { notices, testDrafts } = get();
      const discardedTest = notices.find((notice) => notice.id === id)?.discardedTest;
      if (!discardedTest) return;
      const { draft, promptIds } = discardedTest;
      const test = draft.changes?.test;
      const openDraft = testDrafts[promptIds[0] ?? '']?.find(({ changes }) => changes?.test === test);
      change(promptIds, test, openDraft ? withClaimsOf(openDraft, draft) : draft);
      set({ notices: notices.filter((notice) => notice.id !== id) });
    },
    async saveTestDraft(draft, values) {
      const previewedPrompt = selectPreviewed(get());
      if (!previewedPrompt) return;
      const ids = sharedPromptIds(get());
      const { changes, claims } = draft;
      const place = [previewedPrompt.server, previewedPrompt.form.name] as const;
      const input = draft.input === '' ? { values } : { sample: sampleOf(draft.input) };
      close(changes?.test);
      let isSaved = false;
      try {
        const checks = await loadChecks();
        isSaved = changes
          ? await checks.changeTest(...place, changes, claims, draft.input === changes.input ? undefined : input)
          : await checks.addExpectation(...place, input, claims);
      } finally {
        if (!isSaved) keep(draft, ids);
      }
    },
  };
}

/** Whether a person has typed something that no file has. */
function hasUnsavedTexts({ changes, claims }: TestDraft): boolean {
  const savedTexts = changes?.claims.map(({ text }) => text) ?? [];
  return claims.some(({ text }) => text.trim() !== '' && !savedTexts.includes(text));
}

/** An open form with the other texts of a discarded one, as new claims: its own ones have their places in the file. */
function withClaimsOf(openDraft: TestDraft, { claims }: TestDraft): TestDraft {
  const openClaims = openDraft.claims.filter(({ text }) => text !== '');
  const otherClaims = claims
    .filter(({ text }) => text !== '' && openClaims.every((claim) => claim.text !== text))
    .map(({ from: _, ...claim }) => claim);
  return { ...openDraft, claims: [...openClaims, ...otherClaims].map((claim, key) => ({ ...claim, key })) };
}
