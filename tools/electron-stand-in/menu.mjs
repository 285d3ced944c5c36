/** `Menu`: docs/api/menu.md and docs/api/menu-item.md. */
import { checkAccelerator } from './keys.mjs';
import { lifecycle, requireReady } from './lifecycle.mjs';

/** The roles that the app uses; another one throws. */
const roles = new Set(
  `appMenu close quit cut copy paste pasteAndMatchStyle delete selectAll resetZoom zoomIn zoomOut togglefullscreen
   toggleDevTools windowMenu help recentDocuments clearRecentDocuments`.split(/\s+/),
);

/** @typedef {import('electron').MenuItemConstructorOptions} ItemOptions */

/** @type {{ application: Menu | undefined, popup: Menu | undefined }} */
export const shownMenus = { application: undefined, popup: undefined };

export class Menu {
  /** @param {readonly ItemOptions[]} items */
  constructor(items) {
    this.items = items;
  }

  /** @param {readonly ItemOptions[]} template @returns {Menu} */
  static buildFromTemplate(template) {
    const ids = new Set();
    for (const { role, label, type, id, accelerator } of template) {
      if (accelerator) checkAccelerator(String(accelerator));
      // docs/api/menu-item.md: "The role of the menu item … label … optional if role, or type separator".
      if (!role && !label && type !== 'separator')
        throw new Error('Invalid submenu: an item needs a label, a role or the type separator');
      if (role && !roles.has(role)) throw new Error(`The stand-in for Electron does not model the role ${role}.`);
      if (id !== undefined && ids.has(id)) throw new Error(`Two items of one menu have the id ${id}`);
      ids.add(id);
    }
    return new Menu(
      template.map((itemOptions) => ({
        ...itemOptions,
        ...(Array.isArray(itemOptions.submenu) && {
          submenu: /** @type {any} */ (Menu.buildFromTemplate(itemOptions.submenu)),
        }),
      })),
    );
  }

  /** The item may be in a submenu (lib/browser/api/menu.ts). @param {string} id @returns {any} "the item with the specified id" */
  getMenuItemById(id) {
    for (const menuItem of this.items) {
      if (menuItem.id === id) return menuItem;
      const submenu = menuItem.submenu && /** @type {any} */ (menuItem.submenu).getMenuItemById(id);
      if (submenu) return submenu;
    }
    return null;
  }

  /** @param {Menu} menu */
  static setApplicationMenu(menu) {
    // "This API has to be called after the ready event of app module."
    requireReady('Menu.setApplicationMenu needs the app to be ready');
    shownMenus.application = menu;
  }

  static getApplicationMenu() {
    return shownMenus.application ?? null;
  }

  popup() {
    shownMenus.popup = this;
  }
}

/** @param {ItemOptions} item @returns {string} its label without the key that opens it */
const labelOf = ({ label, role }) => label?.replace('&', '') ?? role ?? '';

/**
 * Chooses an item as a person does.
 * @param {Menu | undefined} menu
 * @param {readonly string[]} path labels or roles from the menu bar to the item
 */
export function chooseMenuItem(menu, path) {
  const [name = '', ...rest] = path;
  const menuItem = menu?.items.find((menuItemConstructorOptions) => labelOf(menuItemConstructorOptions) === name);
  if (!menuItem) throw new Error(`No menu item is named "${name}", only ${menu?.items.map(labelOf).join(', ')}.`);
  if (menuItem.enabled === false) throw new Error(`The menu item "${name}" is disabled.`);
  if (rest.length > 0) return chooseMenuItem(/** @type {any} */ (menuItem.submenu), rest);
  if (!menuItem.click)
    throw new Error(`The stand-in for Electron does not model a click on the role ${menuItem.role}.`);
  // "This will not be defined if no window is open."
  const window = [...lifecycle.windows].find((browserWindow) => browserWindow.isFocused());
  /** @type {any} */ (menuItem).click(menuItem, window, {});
}

/** @param {Menu | undefined} menu @returns {object[]} labels, roles and keys, as a test reads them */
export function describeMenu(menu) {
  return (menu?.items ?? []).map((menuItem) => ({
    label: labelOf(menuItem),
    accelerator: menuItem.accelerator,
    enabled: menuItem.enabled !== false,
    ...(menuItem.submenu && { items: describeMenu(/** @type {any} */ (menuItem.submenu)) }),
  }));
}
