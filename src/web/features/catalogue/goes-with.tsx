/** Parts that are changed together with this one, for the same vehicles. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { GoesWithBody } from '#contract/related-parts.ts';
import type { Currency } from '#domain/money.ts';
import { SectionHead } from '#web/ui/headings.tsx';
import { RelatedGroup } from './related-group.tsx';
import { RelatedRow } from './related-row.tsx';

export function GoesWith({
  goesWith,
  vehicleCount,
  currency,
  fitOf,
}: {
  readonly goesWith: readonly GoesWithBody[];
  /** How many vehicles the part fits. */
  readonly vehicleCount: number;
  /** The list currency. */
  readonly currency: Currency;
  readonly fitOf: (partId: string) => ReactNode;
}) {
  return (
    <section>
      <SectionHead
        title="Goes with"
        end={<span className="small quiet">changed together, for the same vehicles</span>}
      />
      {goesWith.map(({ type, parts }) => (
        <RelatedGroup
          key={type.code}
          heading={
            <Link to="/catalogue" search={{ type: type.code }}>
              {type.name}
            </Link>
          }
        >
          {parts.map((other) => (
            <RelatedRow
              key={other._id}
              part={other}
              currency={currency}
              picture
              fit={fitOf(other._id)}
              beside={sharedOf(other.sharedVehicleCount, vehicleCount)}
            />
          ))}
        </RelatedGroup>
      ))}
    </section>
  );
}

function sharedOf(shared: number, all: number): string {
  if (all === 1) return 'fits the one vehicle';
  return shared >= all ? `fits all of the ${all} vehicles` : `fits ${shared} of the ${all} vehicles`;
}
