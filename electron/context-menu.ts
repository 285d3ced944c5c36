/** Main process: the context menu of texts and links. Electron has none by default. */
import { type BrowserWindow, type ContextMenuParams, clipboard, Menu, type MenuItemConstructorOptions } from 'electron';
import { inBackground } from '../src/base/in-background.ts';
import { externalUrl } from './page.ts';

/** Shows the menu on a right click, unless the page handles it. */
export function addContextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  const actions: ContextMenuActions = {
    replaceMisspelling: (word) => webContents.replaceMisspelling(word),
    addToDictionary: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
    copy: (text) => inBackground(clipboard.writeText(text)),
  };
  webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, actions);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
}

interface ContextMenuActions {
  replaceMisspelling(word: string): void;
  addToDictionary(word: string): void;
  copy(text: string): void;
}

type MenuTarget = Pick<
  ContextMenuParams,
  'isEditable' | 'editFlags' | 'selectionText' | 'linkURL' | 'misspelledWord' | 'dictionarySuggestions'
>;

/** The menu as data; empty where it would have no item. */
function contextMenuTemplate(target: MenuTarget, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const { editFlags, misspelledWord } = target;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  if (target.isEditable) {
    const spelling: MenuItemConstructorOptions[] = misspelledWord
      ? [
          ...target.dictionarySuggestions.map((word) => ({
            label: word,
            click: () => actions.replaceMisspelling(word),
          })),
          { label: 'Add to Dictionary', click: () => actions.addToDictionary(misspelledWord) },
          separator,
        ]
      : [];
    return [
      ...spelling,
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
      separator,
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  const address = externalUrl(target.linkURL);
  return [
    ...(address ? [{ label: 'Copy Link', click: () => actions.copy(address) }] : []),
    ...(target.selectionText.trim() ? [{ role: 'copy' } as const] : []),
  ];
}
