/** What stands in the place of a page that is made in the browser, until it is. */
import { Spinner } from '#web/ui/spinner.tsx';

export function RoutePending() {
  return <Spinner page />;
}
