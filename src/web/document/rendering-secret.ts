/** What nobody can know of the rendering of a page before it is done, and so can't have put into any text of it. */
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start';

/** Marks what is the page's own while it is rendered; '' in the browser, and where nothing is to be marked. */
export const renderingSecret = createIsomorphicFn()
  .server((): string => getGlobalStartContext()?.secret ?? '')
  .client((): string => '');
