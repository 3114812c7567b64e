/** Files that are given to a page without its file dialog: dropped anywhere on it, or pasted. */
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes the first file that is dropped or pasted while `isOpen`; answers whether files are being dragged over the page.
 *
 * A file that is dropped beside the field would otherwise take the place of the page, and of all that was typed in it.
 */
export function useGivenFiles(isOpen: boolean, onGiven: (file: File) => void): boolean {
  const [isDragged, setIsDragged] = useState(false);
  const give = useEffectEvent((files: FileList | undefined): boolean => {
    const file = files?.[0];
    if (file === undefined || !isOpen) return false;
    onGiven(file);
    return true;
  });

  useEffect(() => {
    // Elements are entered and left by the dozen while a file passes over the page; the last one to be left counts.
    let last: EventTarget | null = null;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      last = event.target;
      setIsDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (event.target === last) setIsDragged(false);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      setIsDragged(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      give(event.dataTransfer?.files);
    };
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      // Word processors copy a picture of the text beside the text; in a field for text the text is meant.
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isText && clipboardData?.types.includes('text/plain') === true) return;
      give(clipboardData?.files);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return isDragged && isOpen;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
