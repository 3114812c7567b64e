/** What stands in a page's place while it is on its way. */
import { Spinner } from '#web/ui/spinner.tsx';

export function RoutePending() {
  return <Spinner page />;
}
