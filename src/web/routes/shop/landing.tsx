/** What the pages of categories, part types, brands and vehicles have in common. */
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stringifySearch } from '#web/addresses/search-params.ts';
import type { CatalogueSearch } from '#web/features/catalogue/catalogue-search.ts';
import type { ListedPart } from '#web/features/catalogue/listed-part.ts';
import { PartLines } from '#web/features/catalogue/part-lines.tsx';
import { RecentPartsStrip } from '#web/features/catalogue/recent-parts-strip.tsx';
import type { Step } from '#web/features/catalogue/steps.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { FitBadge } from '#web/features/vehicles/fit-badge.tsx';
import { useFits } from '#web/features/vehicles/use-fits.ts';
import { Rest } from '#web/navigation/rest.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageTitle, SectionHead } from '#web/ui/headings.tsx';
import { Quantity } from '#web/ui/numbers.tsx';
import styles from './landing.module.css';
import { Trail } from './trail.tsx';

/** The page's frame: the way to it, its title, and what stands beside that. */
export function Landing({
  steps,
  title,
  aside,
  actions,
  children,
}: {
  readonly steps: readonly Step[];
  readonly title: ReactNode;
  /** A count, as a rule. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={`wrap ${styles.page}`}>
      <Trail steps={steps} />
      <PageTitle aside={aside} actions={actions}>
        {title}
      </PageTitle>
      {children}
    </div>
  );
}

export function LandingSection({
  title,
  end,
  children,
}: {
  readonly title: ReactNode;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <SectionHead title={title} end={end} />
      {children}
    </section>
  );
}

/** The way into the list, where it can be narrowed further. */
export function AllParts({ search }: { readonly search: CatalogueSearch }) {
  return (
    <ButtonLink to="/catalogue" search={search}>
      See and filter all
    </ButtonLink>
  );
}

/** "1 part", "12 parts". */
export function PartCount({ count }: { readonly count: number }) {
  return <Quantity value={count} unit={count === 1 ? 'part' : 'parts'} />;
}

type PartsOfPage = {
  readonly title: ReactNode;
  /** What the list of all of them is narrowed to. */
  readonly all: CatalogueSearch;
  readonly parts: readonly ListedPart[];
  /** The id of the vehicle that the page is about: of another one, which was chosen before, nothing is told there. */
  readonly ofVehicle?: number;
};

/** The first parts of a page, and those that were looked at before. They come behind the page's first frame. */
export function FirstParts(ofPage: PartsOfPage) {
  return (
    <Rest>
      {() => (
        <>
          {ofPage.parts.length > 0 && <PartsWithFit {...ofPage} />}
          <RecentPartsStrip />
        </>
      )}
    </Rest>
  );
}

function PartsWithFit({ title, parts, all, ofVehicle }: PartsOfPage) {
  const { listCurrency } = useShop();
  const query = useSearch({
    strict: false,
    select: ({ vehicle, engine }) => stringifySearch({ vehicle, engine }),
  });
  const fitOf = useFits(parts.map((part) => part._id));
  return (
    <LandingSection title={title}>
      <PartLines
        parts={parts}
        currency={listCurrency}
        query={query}
        fitOf={(partId) => {
          const fit = fitOf(partId);
          const isAnother = ofVehicle !== undefined && fit?.vehicle.id !== ofVehicle;
          return isAnother ? null : <FitBadge fit={fit} />;
        }}
      />
      <p className={styles.all}>
        <AllParts search={all} />
      </p>
    </LandingSection>
  );
}
