/** The locale of what stands on a page. */
import { createContext, type ReactNode, useContext } from 'react';

const Locale = createContext('en');

/** Sets the locale of numbers and dates below it (BCP 47): the shop's on public pages, the reader's behind sign-in. */
export function LocaleProvider({
  locale,
  children,
}: {
  readonly locale: string;
  readonly children: ReactNode;
}) {
  return <Locale value={locale}>{children}</Locale>;
}

/** The locale that numbers and dates are written in here. */
export function useLocale(): string {
  return useContext(Locale);
}
