/** How many units of a part are for sale. */
import { renderingSecret } from '#web/document/rendering-secret.ts';
import { textMark } from '#web/document/stock-slots.ts';
import { useLocale } from '#web/ui/locale.tsx';
import { Quantity } from '#web/ui/numbers.tsx';

export type CountedPart = {
  readonly _id: string;
  /** Units for sale. */
  readonly stock: number;
  readonly minOrder: number;
};

/** The number. While a page is rendered its mark stands there, so that the page can follow the stock. */
export function UnitsForSale({ part, unit }: { readonly part: CountedPart; readonly unit?: string }) {
  const locale = useLocale();
  const secret = renderingSecret();
  const mark = secret === '' ? undefined : textMark(secret, part, locale);
  return <Quantity value={part.stock} unit={unit} written={mark} />;
}
