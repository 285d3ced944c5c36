/** `dialog`: docs/api/dialog.md. A test answers what a person would. */
import { requireReady } from './lifecycle.mjs';
import { allowOnly } from './only.mjs';

/** @type {{ kind: string, options: any, answer(value: any): void }[]} dialogs on the screen, the oldest first */
const open = [];
/** @type {{ kind: string, value: any }[]} answers given before their question */
const prepared = [];
/** @type {{ kind: string, options: any, isAttached: boolean }[]} all dialogs so far, and whether to a window */
export const shownDialogs = [];

const needsReady = 'dialog module can only be used after app is ready';

/** @param {string} kind @param {any[]} args the window, which is optional, and the options @returns {Promise<any>} */
function ask(kind, args) {
  requireReady(needsReady);
  const options = args.at(-1);
  shownDialogs.push({ kind, options, isAttached: args.length > 1 });
  const answer = takePrepared(kind);
  return answer
    ? Promise.resolve(answer.value)
    : new Promise((resolve) => open.push({ kind, options, answer: resolve }));
}

/** @param {string} kind */
function takePrepared(kind) {
  const index = prepared.findIndex((each) => each.kind === kind);
  return index === -1 ? undefined : prepared.splice(index, 1)[0];
}

export const dialog = allowOnly('dialog', {
  /** @param {...any} args */
  showOpenDialog: (...args) => ask('open', args),
  /** @param {...any} args */
  showMessageBox: (...args) => ask('message', args),
  /** @param {...any} args @returns {number} blocks the process, so a test answers it in advance */
  showMessageBoxSync(...args) {
    requireReady(needsReady);
    shownDialogs.push({ kind: 'message-sync', options: args.at(-1), isAttached: args.length > 1 });
    const { message, cancelId = 0 } = args.at(-1);
    const answer = takePrepared('message-sync');
    if (!answer) console.error(`No answer is prepared for the question "${message}": it is cancelled.`);
    return answer?.value ?? cancelId;
  },
  /** May be called before ready. @param {string} title @param {string} content */
  showErrorBox(title, content) {
    console.error(`error box: ${title}: ${content}`);
    shownDialogs.push({ kind: 'error', options: { title, content }, isAttached: false });
  },
});

/**
 * The system's own dialog for a file that is saved.
 * @param {string} defaultPath
 * @returns {Promise<{ canceled: boolean, filePath: string }>}
 */
export const askForFile = (defaultPath) => ask('save', [{ defaultPath }]);

/** Answers the open dialog of this kind, or else the next one. @param {string} kind @param {any} value */
export function answerDialog(kind, value) {
  const index = open.findIndex((each) => each.kind === kind);
  if (index === -1) prepared.push({ kind, value });
  else open.splice(index, 1)[0]?.answer(value);
}
