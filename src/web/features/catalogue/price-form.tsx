/** From and to of the price. A form of its own, which keeps all else that the list is narrowed to, without script too. */
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { NumberInput } from '#web/ui/inputs.tsx';
import { type CatalogueSearch, catalogueSearch } from './catalogue-search.ts';
import styles from './filters.module.css';

/** What an address can say (`catalogue-search.ts`). The browser says so where something else is typed, without script too. */
const AN_AMOUNT = { pattern: ' *\\d{1,9}(\\.\\d{1,3})? *', title: 'An amount such as 49.90' };

export function PriceForm({
  search,
  bounds,
}: {
  readonly search: CatalogueSearch;
  /** The least and the most that a part of the list costs. */
  readonly bounds: { readonly from: number; readonly to: number } | null;
}) {
  const navigate = useNavigate();
  const { priceFrom, priceTo, cursor: _, ...kept } = search;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget));
    void navigate({ to: '/catalogue', search: catalogueSearch(given) });
  };
  return (
    <form action="/catalogue" method="get" className={styles.range} onSubmit={onSubmit}>
      {Object.entries(kept).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <NumberInput
        decimals
        name="priceFrom"
        aria-label="Price from"
        defaultValue={priceFrom}
        placeholder={bounds === null ? undefined : String(Math.floor(bounds.from))}
        maxLength={13}
        {...AN_AMOUNT}
      />
      <span aria-hidden="true">–</span>
      <NumberInput
        decimals
        name="priceTo"
        aria-label="Price to"
        defaultValue={priceTo}
        placeholder={bounds === null ? undefined : String(Math.ceil(bounds.to))}
        maxLength={13}
        {...AN_AMOUNT}
      />
      <Button type="submit" size="small">
        Set
      </Button>
    </form>
  );
}
