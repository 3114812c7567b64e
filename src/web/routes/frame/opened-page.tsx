/** Says which page has been opened to whoever hears pages: a browser says it only of those that it loads. */
import { type ParsedLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { behindFrame } from '#web/navigation/behind-frame.ts';

export function OpenedPage() {
  const router = useRouter();
  const [opened, setOpened] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        // Not a place in the same page.
        if (fromLocation === undefined || pageOf(fromLocation) === pageOf(toLocation)) return;
        // Two pages of a list have the same heading; emptied meanwhile, it is said again.
        setOpened('');
        behindFrame(() => setOpened(shownHeading()));
      }),
    [router],
  );
  return (
    <p className="sr" role="status">
      {opened}
    </p>
  );
}

const pageOf = ({ pathname, searchStr }: ParsedLocation) => pathname + searchStr;

/** Others may be laid out beside it, where nobody meets them. */
const shownHeading = () =>
  [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility())?.textContent ?? '';
