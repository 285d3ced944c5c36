/** In Electron, the Back and Forward buttons of a mouse do nothing by themselves. */
export function followMouseButtons(page: Window): void {
  page.addEventListener('mouseup', (event) => {
    if (event.button !== 3 && event.button !== 4) return;
    event.preventDefault();
    page.history.go(event.button === 3 ? -1 : 1);
  });
}
