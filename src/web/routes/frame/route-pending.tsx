/** What stands in the place of a page that is made in the browser, until it is. */
import { Spinner } from '#web/ui/spinner.tsx';

export function RoutePending() {
  return (
    <>
      <Spinner page />
      <noscript>
        <p className="wrap">This page needs JavaScript. The catalogue can be read without it.</p>
      </noscript>
    </>
  );
}
