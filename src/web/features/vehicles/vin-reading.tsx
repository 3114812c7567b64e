/** What a VIN tells, for the buyer to confirm; and what it does not tell, said plainly. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { problemOf } from '#contract/kernel/api-error.ts';
import type { VehicleBody, VinBody } from '#contract/vehicles.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Skeleton } from '#web/ui/spinner.tsx';
import { vinQuery } from './chooser-queries.ts';
import styles from './vin-reading.module.css';

export function VinReading({
  vin,
  onChoose,
  onMake,
}: {
  readonly vin: string;
  readonly onChoose: (vehicle: VehicleBody) => void;
  /** Told the make where that is all that the VIN tells. */
  readonly onMake: (make: string) => void;
}) {
  const reading = useQuery(vinQuery(vin));
  const onlyMake = reading.data?.vehicles.length === 0 ? reading.data.makes : [];
  const make = onlyMake.length === 1 ? onlyMake[0] : undefined;
  const tell = useRef(onMake);
  tell.current = onMake;
  useEffect(() => {
    if (make !== undefined) tell.current(make);
  }, [make]);
  if (reading.isPending) {
    return (
      <p className={styles.waiting}>
        <Skeleton width="most" />
      </p>
    );
  }
  if (reading.isError) {
    return (
      <ErrorNotice problem={problemOf(reading.error) ?? undefined} onRetry={() => void reading.refetch()} />
    );
  }
  return (
    <section className={styles.reading} aria-label="What the VIN tells" aria-live="polite">
      <p>{wordsOf(reading.data)}</p>
      {reading.data.vehicles.length > 0 && (
        <ul>
          {reading.data.vehicles.map((vehicle) => (
            <li key={vehicle.id}>
              <b>{vehicle.name}</b>
              <Button size="small" onClick={() => onChoose(vehicle)}>
                That’s it<span className="sr">: {vehicle.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {reading.data.checkDigit === 'wrong' && (
        <Note tone="warn">
          The ninth character is not the check digit of this VIN. Look for a slip in the typing; vehicles made
          for markets outside North America often have none.
        </Note>
      )}
    </section>
  );
}

function wordsOf(reading: VinBody): string {
  const { checkDigit, makes, years, vehicles, others } = reading;
  const [vehicle] = vehicles;
  const otherYear = years.find((year) => year !== vehicle?.year);
  const orOthers = others.length === 0 ? '' : `, or a ${others.join(' or ')}, which is not known here`;
  if (vehicle !== undefined && vehicles.length > 1)
    return `By this VIN it should be one of these${orOthers}. The VIN alone does not tell which:`;
  if (vehicle !== undefined) {
    const unless = otherYear === undefined ? '' : `, unless it is of ${otherYear}`;
    const opening = checkDigit === 'right' ? 'By this VIN it' : 'If there is no slip in this VIN, it';
    return `${opening} should be this one${orOthers}${unless}. Compare it with the papers:`;
  }
  if (others.length > 0)
    return `By this VIN it may be a ${others.join(' or ')}, which is not known here. Choose the vehicle step by step:`;
  if (makes.length === 0) return 'The maker of this VIN is not known here. Choose the vehicle step by step:';
  const maker = makes.join(' or ');
  return years.length === 0
    ? `This VIN is from ${maker}. Model and year cannot be read from it with certainty, so choose them:`
    : `This VIN is from ${maker}, model year ${years.join(' or ')}. The model cannot be read from it, so choose it:`;
}
