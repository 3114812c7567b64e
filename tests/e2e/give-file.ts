/** Files that come to a page without its file dialog. */
import type { WatchedPage } from './browser.ts';

/**
 * Gives a file to the page, beside any field, as the mouse or the clipboard does; answers whether the page took it from the browser.
 */
export function give(page: WatchedPage, way: 'drop' | 'paste', name: string, type: string, bytes: Buffer) {
  return page.evaluate(
    ([kind, fileName, fileType, base64]) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const given = new DataTransfer();
      given.items.add(new File([content], fileName, { type: fileType }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: given, bubbles: true });
      document.querySelector('h1')?.dispatchEvent(event);
      return event.defaultPrevented;
    },
    [way, name, type, bytes.toString('base64')] as const,
  );
}
